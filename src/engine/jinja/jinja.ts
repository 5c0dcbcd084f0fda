/** The entry of this room. Others import it when a model needs it: the library is large. */
export { chooseTemplate } from "./choose-template.ts";
export { createJinjaFormat } from "./jinja-format.ts";
export { TemplateError } from "./template-error.ts";
