import { array, assert, property, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { StopMatcher } from "./stop-matcher.ts";

function send(stops: readonly string[], pieces: readonly string[]): { text: string; stopped: boolean } {
  const matcher = new StopMatcher(stops);
  let sent = "";
  for (const piece of pieces) {
    const { text, stopped } = matcher.push(piece);
    sent += text;
    if (stopped) return { text: sent, stopped };
  }
  const { text, stopped } = matcher.end();
  return { text: sent + text, stopped };
}

describe("StopMatcher", () => {
  it("stops before a stop text that is split", () => {
    expect(send(["STOP"], ["one S", "TO", "P two"])).toEqual({ text: "one ", stopped: true });
  });

  it("holds back only text that may begin a stop text", () => {
    const matcher = new StopMatcher(["abc"]);
    expect(matcher.push("xab")).toEqual({ text: "x", stopped: false });
    expect(matcher.push("ab")).toEqual({ text: "ab", stopped: false });
    expect(matcher.end()).toEqual({ text: "ab", stopped: false });
  });

  it("sends text that only begins like a stop text", () => {
    expect(send(["###"], ["a ## b #"])).toEqual({ text: "a ## b #", stopped: false });
  });

  it("waits for a stop text that began before a complete one", () => {
    expect(send(["bcd", "c"], ["abc", "d"]).text).toBe("a");
    expect(send(["bcd", "c"], ["abc", "x"]).text).toBe("ab");
    expect(send(["bcd", "c"], ["abc"])).toEqual({ text: "ab", stopped: true });
  });

  it("stops at the first occurrence, however the text is cut", () => {
    const letters = (size: number) => stringMatching(new RegExp(`^[ab]{1,${size}}$`));
    assert(
      property(array(letters(3), { maxLength: 12 }), array(letters(4), { maxLength: 4 }), (pieces, stops) => {
        const whole = pieces.join("");
        const cuts = stops.map((stop) => whole.indexOf(stop)).filter((index) => index >= 0);
        expect(send(stops, pieces).text).toBe(whole.slice(0, Math.min(whole.length, ...cuts)));
      }),
    );
  });

  it("passes all text on if there are no stop texts", () => {
    expect(send([], ["a", "", "😀 b"])).toEqual({ text: "a😀 b", stopped: false });
  });
});
