declare module "virtual:insitu-config" {
  export const INSITU_CONFIG: import("./schema.ts").Config;
}
