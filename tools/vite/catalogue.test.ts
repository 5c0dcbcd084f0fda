import { describe, expect, it } from "vitest";
import { readWebLlmRecords } from "./catalogue.ts";
import { readDeployment } from "./deployment.ts";

const deployment = readDeployment("insitu.config.json");

describe("readWebLlmRecords", () => {
  it("includes the chat models of web-llm's list", async () => {
    const records = await readWebLlmRecords(deployment);
    const byId = new Map(records.map((record) => [record.model_id, record]));
    expect(records.length).toBeGreaterThan(150);
    expect(byId.size).toBe(records.length);
    expect(records.filter(({ model_id }) => model_id.includes("embed"))).toEqual([]);
    expect(byId.get("Phi-3.5-vision-instruct-q4f16_1-MLC")).toMatchObject({ model_type: 2 });
    expect(byId.get("gemma-4-E2B-it-q4f16_1-MLC")).toMatchObject({
      model_manifest: "mlc-model-manifest.json",
      buffer_size_required_bytes: 201_326_592,
      required_features: ["shader-f16"],
    });
  });

  it("includes none of them unless the deployment says so", async () => {
    expect(await readWebLlmRecords(readDeployment("tests/fixtures/insitu.config.json"))).toHaveLength(1);
  });

  it("requires the hosts of web-llm's models to be listed", async () => {
    const catalogue = { web_llm_prebuilt: true, hosts: ["https://huggingface.co"] };
    await expect(readWebLlmRecords({ ...deployment, catalogue })).rejects.toThrow(
      "catalogue.hosts must list https://raw.githubusercontent.com",
    );
  });
});
