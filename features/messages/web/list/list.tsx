import { useRef } from 'react'
import { classes } from '#platform/ui/classes.ts'
import { useRowsInSight } from '#platform/web/lists/use-rows-in-sight.ts'
import type { Conversation } from '../../contract.ts'
import { Row } from './row.tsx'

interface ListProps {
  /** What identifies the list. */
  listKey: string
  conversations: readonly Conversation[]
  /** How many the list has with those that aren't loaded; -1 if that is unknown. */
  total: number
  selectedId: string | null
  /** The conversation whose row stays in the document. */
  keptId: string | null
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  /** The ID of the user. */
  me: string
  now: number
}

/** The conversations, one below the other. Only those in sight are in the document, unless they are few. */
export function List({ listKey, conversations, total, selectedId, keptId, hrefOf, ...row }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { rows, rest, measure, onFocus } = useRowsInSight(conversations, { listKey, list, height: 84, keptId })
  return (
    <>
      <ul ref={list} aria-label="Conversations" className="flow-root empty:hidden" onFocus={onFocus}>
        {rows.map(({ row: conversation, index, gap }) => {
          const selected = conversation.id === selectedId
          return (
            <li
              key={conversation.id}
              ref={measure}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={gap > 0 ? { marginTop: gap } : undefined}
              className={classes(
                'relative border-line border-b px-4 py-3',
                'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
                selected ? 'bg-accent-soft' : 'hover:bg-sunken',
              )}
            >
              {selected && <span className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
              <Row conversation={conversation} href={hrefOf(conversation.id)} selected={selected} {...row} />
            </li>
          )
        })}
      </ul>
      {rest > 0 && <div style={{ height: rest }} />}
    </>
  )
}
