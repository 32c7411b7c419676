import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { classes } from '../classes.ts'

interface VirtualListProps<Item> {
  /** The name of the list: 'Leads'. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** The estimated row height in px; visible rows are measured. */
  rowHeight: number
  /** The key of the selected item; null if none. */
  value: string | null
  onChange: (key: string) => void
  children: (item: Item) => ReactNode
  className?: string
}

/** The number of rows rendered beyond the visible ones, above and below. */
const overscan = 6

/**
 * A list of any length with one selected item. Only visible rows are in the document. Arrows, Home, End, Page Up and
 * Page Down move, Enter and Space select. Rows contain text, no controls.
 */
export function VirtualList<Item>({
  label,
  items,
  itemKey,
  rowHeight,
  value,
  onChange,
  children,
  className,
}: VirtualListProps<Item>) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const current = Math.min(active, items.length - 1)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => itemKey(items[index]!),
    overscan,
    useFlushSync: false,
    // The active row stays in the document, because the list refers to it.
    rangeExtractor: ({ startIndex, endIndex }) => {
      const first = Math.max(startIndex - overscan, 0)
      const last = Math.min(endIndex + overscan, items.length - 1)
      const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
      if (current < 0 || (current >= first && current <= last)) return shown
      return current < first ? [current, ...shown] : [...shown, current]
    },
  })

  function onKeyDown(event: KeyboardEvent) {
    const page = Math.max(Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1, 1)
    const target = targets(current, items.length - 1, page)[event.key]
    if (target !== undefined) {
      event.preventDefault()
      setActive(target)
      rows.scrollToIndex(target)
    } else if ((event.key === 'Enter' || event.key === ' ') && items[current]) {
      event.preventDefault()
      onChange(itemKey(items[current]))
    }
  }

  return (
    <div
      ref={box}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
      onKeyDown={onKeyDown}
      className={classes('group/list overflow-y-auto overscroll-contain rounded-xl border border-line', className)}
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const item = items[row.index]!
          const key = itemKey(item)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for its rows
            // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and points to the active row
            <div
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              id={`${id}-${row.index}`}
              role="option"
              aria-selected={key === value}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              onClick={() => {
                setActive(row.index)
                onChange(key)
              }}
              style={{ top: row.start }}
              className={classes(
                'absolute inset-x-0 border-line border-b px-4 hover:bg-sunken aria-selected:bg-accent-soft',
                row.index === current &&
                  'outline-2 outline-transparent -outline-offset-2 group-focus-visible/list:outline-focus',
              )}
            >
              {children(item)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Returns the row that each key moves to from the active row. */
function targets(active: number, last: number, page: number): Record<string, number> {
  return {
    ArrowDown: Math.min(active + 1, last),
    ArrowUp: Math.max(active - 1, 0),
    PageDown: Math.min(active + page, last),
    PageUp: Math.max(active - page, 0),
    Home: 0,
    End: last,
  }
}
