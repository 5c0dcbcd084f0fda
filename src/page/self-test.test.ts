import { beforeEach, describe, expect, it, vi } from "vitest";
import { endRefusalSchema } from "../wire/page-messages.ts";
import { WIRE_VERSION as v } from "../wire/version.ts";
import { refuseOutbound } from "./refuse-outbound.ts";
import { selfTest, type SelfTestServices } from "./self-test.ts";

const counts = { refused: 1, networkRequests: 0 };
const close = vi.fn<() => void>();
const revokeKey = vi.fn<(id: string) => Promise<void>>(async () => {});
const sent: Request[] = [];
let state: "installed" | "not-installed";
let reply: () => Response;

beforeEach(() => {
  vi.clearAllMocks();
  sent.length = 0;
  state = "installed";
  reply = () => Response.json({ choices: [{ message: { content: " Paris. " } }] });
});

function run(overrides: Partial<SelfTestServices> = {}) {
  return selfTest("model", {
    accounts: {
      createKey: async ({ name }) => ({
        id: "key-1",
        key: "secret",
        name,
        workspace: "",
        prefix: "",
        createdAt: 0,
        expiresAt: null,
        lastUsedAt: null,
      }),
      revokeKey,
    },
    models: {
      list: async () => [
        {
          id: "model",
          name: "",
          description: "",
          ownedBy: "",
          license: null,
          contextLength: null,
          inputModalities: ["text"],
          processor: "cpu",
          memoryBytes: null,
          downloadBytes: null,
          source: "embedded",
          origin: "",
          state: state === "installed" ? { type: "installed", bytes: 1 } : { type: "not-installed" },
          fits: { type: "yes" },
        },
      ],
    },
    baseURL: "https://page.example/v1",
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return reply();
    },
    reachNetwork: async () => false,
    refuseOutbound: async () => ({ end: async () => counts, close }),
    ...overrides,
  });
}

describe("the self-test", () => {
  it("passes when the model answers and nothing goes out", async () => {
    expect(await run()).toMatchObject({ passed: true, answer: "Paris.", ...counts });
    expect(sent[0]?.url).toBe("https://page.example/v1/chat/completions");
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer secret");
    expect(revokeKey).toHaveBeenCalledWith("key-1");
  });

  it.each<[string, Partial<SelfTestServices>]>([
    ["its own request reaches the network", { reachNetwork: async () => true }],
    [
      "no request was refused",
      { refuseOutbound: async () => ({ end: async () => ({ ...counts, refused: 0 }), close }) },
    ],
    [
      "a request went out",
      { refuseOutbound: async () => ({ end: async () => ({ ...counts, networkRequests: 1 }), close }) },
    ],
  ])("does not pass if %s", async (_, overrides) => {
    expect((await run(overrides)).passed).toBe(false);
  });

  it("needs an installed model, and refuses nothing without one", async () => {
    state = "not-installed";
    const refuse = vi.fn<SelfTestServices["refuseOutbound"]>();
    await expect(run({ refuseOutbound: refuse })).rejects.toMatchObject({ code: "not-installed" });
    expect(refuse).not.toHaveBeenCalled();
  });

  it("reports the service's error, ends the refusal and revokes its key", async () => {
    reply = () => Response.json({ error: { message: "no GPU" } }, { status: 500 });
    await expect(run()).rejects.toMatchObject({
      code: "self-test-failed",
      message: expect.stringContaining("no GPU"),
    });
    expect(close).toHaveBeenCalledOnce();
    expect(revokeKey).toHaveBeenCalledWith("key-1");
  });
});

describe("a refusal of outbound requests", () => {
  it("begins on a port of its own, and ends with the counts", async () => {
    const received: unknown[] = [];
    const refusal = await refuseOutbound(
      {
        postMessage(message: unknown, transfer: unknown) {
          received.push(message);
          const [port] = Array.isArray(transfer) ? transfer : [];
          if (!(port instanceof MessagePort)) throw new Error("A refusal needs a port.");
          port.onmessage = ({ data }) => {
            if (!endRefusalSchema.safeParse(data).success) return;
            port.postMessage({ v, type: "refusal-ended", ...counts });
            port.close();
          };
          port.postMessage({ v, type: "refusing" });
        },
      },
      "page-lock",
    );
    expect(received).toEqual([{ v, type: "refuse-outbound", lock: "page-lock" }]);
    expect(await refusal.end()).toMatchObject(counts);
  });

  it("proves nothing if the worker does not answer", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new Error("late")));
    await expect(refuseOutbound(undefined, "page-lock")).rejects.toMatchObject({ code: "self-test-failed" });
    timeout.mockRestore();
  });

  it("is ended if the worker does not answer in time, since it may still begin", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new Error("late")));
    const received: unknown[] = [];
    const worker = {
      postMessage(_message: unknown, transfer: unknown) {
        const [port] = Array.isArray(transfer) ? transfer : [];
        if (!(port instanceof MessagePort)) throw new Error("A refusal needs a port.");
        port.onmessage = ({ data }) => {
          received.push(data);
          port.close();
        };
      },
    };
    await expect(refuseOutbound(worker, "page-lock")).rejects.toMatchObject({ code: "self-test-failed" });
    await expect.poll(() => received).toEqual([{ v, type: "end-refusal" }]);
    timeout.mockRestore();
  });
});
