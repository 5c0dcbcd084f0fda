import { expect } from "vitest";

/** The status and the error of a response. Checks that its body is an error as OpenAI writes it. */
export async function errorOf(response: Response): Promise<{ readonly [field: string]: unknown }> {
  const body: { error: { [field: string]: unknown } } = await response.json();
  expect(Object.keys(body)).toEqual(["error"]);
  expect(Object.keys(body.error)).toEqual(["message", "type", "param", "code"]);
  expect(response.headers.get("content-type")).toBe("application/json");
  return { status: response.status, ...body.error };
}
