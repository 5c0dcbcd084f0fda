import type { ComponentChildren } from "preact";
import "./data-table.css";

export interface Column {
  readonly title: ComponentChildren;
  /** A column of numbers, aligned to the end. */
  readonly number?: boolean;
}

export interface DataTableProps {
  /** The table's accessible name. */
  readonly label: string;
  readonly columns: readonly Column[];
  readonly class?: string;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table that scrolls by itself, also by keyboard, if it is wider than the view. */
export function DataTable({ label, columns, class: name, children }: DataTableProps) {
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table class={name === undefined ? "table" : `table ${name}`}>
        <thead>
          <tr>
            {columns.map(({ title, number = false }, index) => (
              <th key={index} scope="col" class={number ? "number" : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
