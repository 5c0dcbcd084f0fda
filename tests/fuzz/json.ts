/** JSON as TypeScript sees it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
