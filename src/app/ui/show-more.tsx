import { Button } from "./button.tsx";
import { countOf, describeCount } from "./format.ts";
import "./show-more.css";

export interface ShowMoreProps {
  readonly shown: number;
  readonly total: number;
  /** The noun for an item, in the singular: "key". */
  readonly noun: string;
  readonly onMore: () => void;
}

/** The end of a list that is shown in part: "25 of 1,000 keys", and a button for more. */
export function ShowMore({ shown, total, noun, onMore }: ShowMoreProps) {
  if (shown >= total) return null;
  return (
    <p class="show-more">
      <span class="soft">
        {describeCount(shown)} of {countOf(total, noun)}
      </span>
      <Button onClick={onMore}>Show more</Button>
    </p>
  );
}
