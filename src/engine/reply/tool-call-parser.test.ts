import { array, assert, dictionary, integer, jsonValue, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { createCallIds } from "./call-id.ts";
import { ReplyParser } from "./reply-parser.ts";
import type { CallSyntax, ParsedPart } from "./tool-call-parser.ts";

const markers = { open: "<tool_call>", close: "</tool_call>" };

function read(pieces: readonly string[], calls: CallSyntax["calls"], stop: readonly string[] = []) {
  const parser = new ReplyParser({
    ...markers,
    calls,
    stop,
    unmark: (text) => text,
    makeId: createCallIds([]),
  });
  const parts: ParsedPart[] = [];
  for (const piece of pieces) {
    const { parts: more, stopped } = parser.push(piece);
    parts.push(...more);
    if (stopped) return { parts, stopped };
  }
  const { parts: last, stopped } = parser.end();
  return { parts: [...parts, ...last], stopped };
}

/** The parts put together: text, and calls as names and arguments. */
function joined({ parts }: { parts: readonly ParsedPart[] }) {
  const calls: { name: string; arguments: string }[] = [];
  let text = "";
  for (const part of parts) {
    if (part.type === "text") text += part.text;
    else if (part.type === "tool-call") calls[part.index] = { name: part.name, arguments: "" };
    else {
      const call = calls[part.index];
      if (call === undefined) throw new Error("arguments before their call");
      call.arguments += part.text;
    }
  }
  return { text, calls };
}

function written(calls: readonly { name: string; arguments: string }[]): string {
  return calls
    .map((call) => `<tool_call>\n{"name": "${call.name}", "arguments": ${call.arguments}}\n</tool_call>`)
    .join("\n");
}

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1))), text.length].toSorted(
    (a, b) => a - b,
  );
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

const anyCalls = array(dictionary(string(), jsonValue({ maxDepth: 3 }), { maxKeys: 3 }), { maxLength: 3 });

describe("ReplyParser", () => {
  it("returns the same text and calls however the reply is cut", () => {
    assert(
      property(
        string(),
        anyCalls,
        array(integer({ min: 0, max: 5000 }), { maxLength: 30 }),
        (text, objects, places) => {
          const calls = objects.map((object, index) => ({
            name: `f_${index}`,
            arguments: JSON.stringify({ ...object, "}<tool_call>{": '"\\' }),
          }));
          const pieces = cut(text + written(calls), places);
          expect(joined(read(pieces, "anywhere"))).toEqual({ text, calls });
        },
      ),
    );
  });

  it("returns arguments as they come", () => {
    const { parts } = read(written([{ name: "f", arguments: '{"a":1}' }]).split(""), "at-start");
    expect(parts[0]).toMatchObject({ type: "tool-call", index: 0, name: "f" });
    expect(parts.slice(1)).toEqual(
      '{"a":1}'.split("").map((text) => ({ type: "tool-arguments", index: 0, text })),
    );
  });

  it("treats markers as text where calls are not allowed", () => {
    const text = written([{ name: "f", arguments: "{}" }]);
    expect(joined(read([text], "never"))).toEqual({ text, calls: [] });
    expect(joined(read(["{", text], "at-start"))).toEqual({ text: `{${text}`, calls: [] });
  });

  it("returns text that only begins like a marker", () => {
    expect(joined(read(["a <tool_", "b <tool"], "anywhere")).text).toBe("a <tool_b <tool");
  });

  it("looks for stop texts in text, not in calls", () => {
    const calls = [{ name: "f", arguments: '{"a":"STOP"}' }];
    expect(joined(read([`ST${written(calls)}`], "anywhere", ["STOP", "<tool"]))).toEqual({
      text: "ST",
      calls,
    });
    expect(read([`aST`, `OPb${written(calls)}`], "anywhere", ["STOP"])).toEqual({
      parts: [{ type: "text", text: "a" }],
      stopped: true,
    });
  });

  it("returns the part of a call that came before a cut", () => {
    const whole = written([{ name: "f", arguments: '{"a":1}' }]);
    expect(joined(read([whole.slice(0, whole.indexOf(":1"))], "at-start")).calls).toEqual([
      { name: "f", arguments: '{"a"' },
    ]);
    expect(read([whole.slice(0, 20)], "at-start").parts).toEqual([]);
  });

  describe("a call that repeats an earlier one to the letter", () => {
    const go = { name: "go", arguments: '{"n":1}' };
    const on = { name: "go", arguments: '{"n":12}' };
    const stay = { name: "stay", arguments: '{"n":1}' };

    it.each(["at-start", "anywhere"] as const)(
      "ends the reply and is dropped, however the reply is cut (%s)",
      (where) => {
        assert(
          property(array(integer({ min: 0, max: 5000 }), { maxLength: 30 }), (places) => {
            const reply = read(cut(written([go, on, stay, go, { ...go, name: "more" }]), places), where);
            expect(joined(reply)).toEqual({ text: "", calls: [go, on, stay] });
            expect(reply.stopped).toBe(true);
          }),
        );
      },
    );

    it("is held back only while it may be a repetition", () => {
      const parser = new ReplyParser({
        ...markers,
        calls: "at-start",
        stop: [],
        unmark: (text) => text,
        makeId: createCallIds([]),
      });
      parser.push(`${written([go])}\n<tool_call>\n{"name": "go", "arguments": `);
      expect(parser.push('{"n":1')).toEqual({ parts: [], stopped: false });
      expect(parser.push("2").parts).toEqual([
        { type: "tool-call", index: 1, id: expect.any(String), name: "go" },
        { type: "tool-arguments", index: 1, text: '{"n":12' },
      ]);
      expect(parser.push("3").parts).toEqual([{ type: "tool-arguments", index: 1, text: "3" }]);
    });

    it("is dropped if it was cut", () => {
      const whole = written([go, go]);
      const reply = read([whole.slice(0, whole.lastIndexOf("}}"))], "at-start");
      expect(joined(reply).calls).toEqual([go]);
      expect(reply.stopped).toBe(false);
    });
  });

  it("fails on a malformed call", () => {
    expect(() => read(["<tool_call>", "x".repeat(200)], "anywhere")).toThrow("malformed tool call");
  });
});

describe("createCallIds", () => {
  it("makes a new id for each call", () => {
    const makeId = createCallIds([]);
    const ids = Array.from({ length: 1000 }, makeId);
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^call_[A-Za-z0-9]{24}$/);
  });
});
