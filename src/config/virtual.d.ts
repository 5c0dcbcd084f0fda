declare module "virtual:insitu-config" {
  export const DEFAULT_MODEL: string;
  export const INSITU_CONFIG: import("./schema.ts").Config;
}
