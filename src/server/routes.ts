/** The routes of the API. Paths are compared as they are: a trailing slash makes another path. */
import { ApiError, quote } from "../openai/error.ts";

/** A resource of the API. */
export type Route =
  | { readonly name: "chat-completions" }
  | { readonly name: "models" }
  | { readonly name: "model"; readonly id: string };

/** @throws {ApiError} 404 for an unknown path, 405 with `allow` for a known one and the wrong method */
export function findRoute(method: string, path: string, basePath: string): Route {
  const route = path.startsWith(`${basePath}/`) ? match(path.slice(basePath.length)) : undefined;
  if (route === undefined) {
    throw new ApiError(
      404,
      `There is nothing at ${quote(path)}: try ${basePath}/chat/completions or ${basePath}/models.`,
    );
  }
  const allow = route.name === "chat-completions" ? "POST" : "GET";
  if (method !== allow) {
    throw new ApiError(405, `${method} is not allowed at this path: use ${allow}.`, { headers: { allow } });
  }
  return route;
}

function match(path: string): Route | undefined {
  if (path === "/chat/completions") return { name: "chat-completions" };
  if (path === "/models") return { name: "models" };
  const [, encoded] = /^\/models\/([^/]+)$/.exec(path) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return { name: "model", id: decodeURIComponent(encoded) };
  } catch {
    return undefined;
  }
}
