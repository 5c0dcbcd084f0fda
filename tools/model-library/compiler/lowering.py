"""From a configuration to a compiled module: assemble, lower, generate code."""

import json

import tvm
from tvm import relax, tirx
from tvm.s_tir import dlight

from compiler.image_contract import compiled_program
from compiler.model import Model
from compiler.sampler import add_sampling

TARGET = tvm.target.Target(
    {"kind": "webgpu", "max_num_threads": 256},
    host={"kind": "llvm", "mtriple": "wasm32-unknown-unknown-wasm"},
)


def compile_model(config):
    """(executable, parameters); a parameter is [name, shape, dtype], in the order of the shards."""
    model = Model(config)
    module, named, _ = model.export_tvm(spec=model.spec(), allow_extern=True)
    parameters = [[name, [int(size) for size in p.shape], str(p.dtype)] for name, p in named]
    builder = relax.BlockBuilder(module)
    add_sampling(builder)
    add_metadata(builder, config, parameters)
    module = with_bounds(builder.finalize(), config)
    return relax.build(module, target=TARGET, relax_pipeline=pipeline(), system_lib=True), parameters


def add_metadata(builder, config, parameters):
    """The function `_metadata`, whose JSON tells web-llm how to load and drive the model."""
    metadata = {
        "model_type": "llama",
        "quantization": "q4f32_gguf",
        "kv_state_kind": "kv_cache",
        "context_window_size": config.ctx,
        "sliding_window_size": -1,
        "attention_sink_size": -1,
        "prefill_chunk_size": config.chunk,
        "tensor_parallel_shards": 1,
        "memory_usage": {},
        "params": [
            {"name": name, "shape": shape, "dtype": dtype, "preprocs": []}
            for name, shape, dtype in parameters
        ],
    }
    if config.image:
        metadata["artifact"] = compiled_program(config, parameters)
    with builder.function("_metadata", []):
        builder.emit_func_output(tvm.ir.StringImm(json.dumps(metadata)))


def with_bounds(module, config):
    """Tell the memory planner how large the dynamic sizes get, so that it can plan once."""
    bounds = {"seq_len": config.chunk, "total_seq_len": config.ctx, "batch_size": 1, "num_samples": 1}
    for name, function in list(module.functions_items()):
        if isinstance(function, relax.Function):
            function = function.with_attr("tir_var_upper_bound", bounds)
            function = function.with_attr("tir_non_negative_var", ["vocab_size"])
            if name.name_hint in ("prefill", "decode", "embed"):
                function = function.with_attr("relax.memory_plan_dynamic_func_output", True)
            module[name] = function
    return module


def pipeline():
    """The passes from Relax to VM bytecode.

    RewriteDataflowReshape comes before scheduling, or reshapes become copy kernels.
    """
    transform = relax.transform
    passes = [
        tirx.transform.BindTarget(TARGET),
        transform.LegalizeOps(),
        transform.RewriteDataflowReshape(),
        transform.DeadCodeElimination(),
        dlight.ApplyDefaultSchedule(dlight.gpu.Fallback()),
        tirx.transform.ForceNarrowIndexToInt32(),
        transform.ToNonDataflow(),
        transform.RemovePurityChecking(),
        transform.CallTIRRewrite(),
        transform.StaticPlanBlockMemory(),
        transform.LowerAllocTensor(),
        transform.KillAfterLastUse(),
        transform.LowerRuntimeBuiltin(),
        transform.VMShapeLower(),
        transform.AttachGlobalSymbol(),
    ]

    @tvm.transform.module_pass(opt_level=0, name="web")
    def run(module, _context):
        with TARGET:
            return tvm.transform.Sequential(passes)(module)

    return run
