import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { PriorityQueue } from "./priority-queue.ts";

describe("PriorityQueue", () => {
  it("gives items in order, however pushes and pops alternate", () => {
    // A negative number stands for a pop.
    assert(
      property(array(integer({ min: -20, max: 50 }), { maxLength: 60 }), (steps) => {
        const queue = new PriorityQueue<number>((one, other) => one < other);
        let items: number[] = [];
        for (const step of steps) {
          if (step >= 0) {
            queue.push(step);
            items = [...items, step].toSorted((a, b) => a - b);
          } else expect(queue.pop()).toBe(items.shift());
        }
        while (items.length > 0) expect(queue.pop()).toBe(items.shift());
        expect(queue.pop()).toBeUndefined();
      }),
    );
  });
});
