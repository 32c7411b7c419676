import { useVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { useNavigationType } from 'react-router'

/** Up to this many, all rows are in the document, so that the browser can search and print them. */
const allUntil = 100
/** The rows beyond the visible ones, above and below. */
const beyond = 8
/** Used for the first rows, until the box is measured. */
const likelyBoxHeight = 1200

interface RowsOptions {
  /** What identifies the list, to return to where it was left. */
  listKey: string
  /** The list or table inside the box that scrolls. */
  list: RefObject<HTMLElement | null>
  /** The estimated height of a row in px. */
  height: number
  /** The row that is always in the document. */
  keptId: string | null
}

interface VisibleRow<Row> {
  row: Row
  index: number
  /** The height in px of the rows that are left out before it. */
  gap: number
}

/** Where each list was left by its scroll position, with the heights of its rows. */
const left = new Map<string, Pick<ReturnType<typeof useVirtualizer>, 'scrollOffset' | 'measurementsCache'>>()

/**
 * Returns the rows of a long list that belong in the document: those in sight, one that is kept, and the one with the
 * focus. After Back, the list is where it was left.
 */
export function useRowsInSight<Row extends { id: string }>(
  all: readonly Row[],
  { listKey, list, height, keptId }: RowsOptions,
) {
  const isBack = useNavigationType() === 'POP'
  const [before] = useState(() => (isBack ? left.get(listKey) : undefined))
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const last = all.length - 1
  const kept = [keptId, focusedId]
    .map((id) => (id === null ? -1 : all.findIndex((row) => row.id === id)))
    .filter((index) => index !== -1)
  const rows = useVirtualizer<HTMLElement, HTMLElement>({
    count: all.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => all[index]!.id, [all]),
    rangeExtractor: ({ startIndex, endIndex }) => {
      const [from, to] = last < allUntil ? [0, last] : [startIndex - beyond, endIndex + beyond]
      const indexes = new Set(kept)
      for (let index = Math.max(from, 0); index <= Math.min(to, last); index++) indexes.add(index)
      return [...indexes].sort((a, b) => a - b)
    },
    initialRect: { width: 0, height: likelyBoxHeight },
    ...(before && { initialOffset: before.scrollOffset ?? 0, initialMeasurementsCache: before.measurementsCache }),
    useFlushSync: false,
  })
  // The browser itself keeps what is in sight in place when rows above change their height.
  rows.shouldAdjustScrollPositionOnItemSizeChange = () => false
  useLayoutEffect(
    () => () => {
      left.set(listKey, { scrollOffset: rows.scrollOffset, measurementsCache: rows.measurementsCache })
    },
    [rows, listKey],
  )

  const visible: VisibleRow<Row>[] = []
  let end = 0
  for (const item of rows.getVirtualItems()) {
    visible.push({ row: all[item.index]!, index: item.index, gap: Math.max(0, item.start - end) })
    end = item.end
  }
  return {
    rows: visible,
    /** The height in px of the rows that are left out at the end. */
    rest: Math.max(0, rows.getTotalSize() - end),
    /** A ref for each row, which has its index in `data-index`. */
    measure: rows.measureElement,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index)
      setFocusedId(all[index]?.id ?? null)
    },
  }
}
