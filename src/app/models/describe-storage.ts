import type { StorageReport } from "../../index.ts";
import { describeBytes } from "../../format/describe-bytes.ts";

/** One line about the used storage. WebKitGTK reports neither usage nor quota, so only the models' bytes are known. */
export function describeStorage({ usageBytes, quotaBytes, models }: StorageReport): string {
  if (quotaBytes > 0)
    return `${describeBytes(usageBytes)} used of the ${describeBytes(quotaBytes)} that this browser allows`;
  const bytes = models.reduce((sum, model) => sum + model.bytes, 0);
  return `${describeBytes(bytes)} of models. This browser does not say how much it stores and allows.`;
}
