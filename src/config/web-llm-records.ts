/** The catalogue's models in web-llm's own form. Large: import it when it is needed. */
import type { WebLlmRecord } from "./model.ts";
import { WEB_LLM_RECORDS } from "virtual:insitu-catalogue";

export const webLlmRecords: readonly WebLlmRecord[] = WEB_LLM_RECORDS;
