"""The functions web-llm samples with, added to a module under construction."""

from tvm import relax, tirx

from kernels.logits import apply_bitmask_inplace, apply_logit_bias_inplace, apply_penalty_inplace
from kernels.softmax import PARTS, softmax_apply, softmax_parts, softmax_total
from kernels.top_p import token_ids, top_p_kernel


def add_sampling(builder):
    """Add softmax_with_temperature, argsort_probs, sample_with_top_p and the logit processors."""
    batch, vocab, samples = (tirx.Var(name, "int64") for name in ("batch_size", "vocab_size", "num_samples"))

    def floats(*shape):
        return relax.TensorType(shape, "float32")

    def ints(*shape):
        return relax.TensorType(shape, "int32")

    def add(kernel):
        return builder.add_func(kernel, kernel.attrs["global_symbol"])

    def call(kernel, inputs, result):
        return builder.emit(relax.call_tir(add(kernel), inputs, out_ty=result))

    for kernel in (apply_logit_bias_inplace, apply_penalty_inplace, apply_bitmask_inplace):
        add(kernel)

    logits = relax.Var("logits", floats(batch, 1, vocab))
    temperature = relax.Var("temperature", floats(batch))
    with builder.function("softmax_with_temperature", [logits, temperature]):
        with builder.dataflow():
            parts = call(softmax_parts, [logits, temperature], floats(batch, 2, PARTS))
            total = call(softmax_total, [parts, temperature], floats(batch, 2))
            result = call(softmax_apply, [logits, temperature, total], floats(batch, 1, vocab))
            result = builder.emit_output(result)
        builder.emit_func_output(result)

    probabilities = relax.Var("probs", floats(batch, vocab))
    with builder.function("argsort_probs", [probabilities]):
        with builder.dataflow():
            ids = call(token_ids, [probabilities], ints(batch, vocab))
            result = builder.emit_output((probabilities, ids))
        builder.emit_func_output(result)

    inputs = [
        relax.Var("sorted_probs", floats(batch, vocab)),
        relax.Var("sorted_indices", ints(batch, vocab)),
        relax.Var("uniform_samples", floats(samples)),
        relax.Var("sample_indices", ints(samples)),
        relax.Var("top_p", floats(batch)),
    ]
    with builder.function("sample_with_top_p", inputs):
        with builder.dataflow():
            result = builder.emit_output(call(top_p_kernel, inputs, ints(samples)))
        builder.emit_func_output(result)
