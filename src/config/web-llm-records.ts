/** The catalogue's models as web-llm's records. Large: import this module only where it is needed. */
import type { WebLlmRecord } from "../contract/model.ts";
import { WEB_LLM_RECORDS } from "virtual:insitu-catalogue";

export const webLlmRecords: readonly WebLlmRecord[] = WEB_LLM_RECORDS;
