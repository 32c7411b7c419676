import type { ReactNode } from 'react'
import { queueViews } from '#engine/dashboard/queue-views.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { count } from '#platform/web/text/units.ts'
import type { Queue } from '../contract.ts'
import { Figure } from './figure.tsx'
import { countText } from './labels.ts'
import { leadsAddress, tasksAddress, unreadAddress } from './links.ts'

const grid = 'grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none'

/** What waits for the user. Clients have leads only. */
export function TodaysQueue({ queue }: { queue: Queue }) {
  const { newLeads, hotLeads, dueReplies, overdueTasks, todaysTasks, unreadMessages, unreadMail } = queue
  return (
    <ul className={grid}>
      <Tile name="New leads" to={leadsAddress(queueViews.newLeads)} value={countText(newLeads)}>
        Waiting for a decision
      </Tile>
      <Tile
        name="Hot leads"
        to={leadsAddress(queueViews.hotLeads)}
        value={countText(hotLeads)}
        isHot={hotLeads.count > 0}
      >
        New leads most likely to buy
      </Tile>
      {dueReplies && (
        <Tile name="Replies due" to={leadsAddress(queueViews.dueReplies)} value={countText(dueReplies)}>
          Saved or claimed leads, and your reminders
        </Tile>
      )}
      {overdueTasks !== null && todaysTasks !== null && (
        <Tile name="Tasks due today" to={tasksAddress('today')} value={count(todaysTasks)}>
          <Figure to={tasksAddress('overdue')} className={overdueTasks > 0 ? 'font-medium text-warn' : ''}>
            {count(overdueTasks)} overdue
          </Figure>
        </Tile>
      )}
      {unreadMessages !== null && unreadMail !== null && (
        <Tile name="Unread messages" to={unreadAddress.messages} value={count(unreadMessages)}>
          <Figure to={unreadAddress.mail}>{count(unreadMail)} in mail</Figure>
        </Tile>
      )}
    </ul>
  )
}

interface TileProps {
  name: string
  to: string
  value: string
  isHot?: boolean
  children?: ReactNode
}

function Tile({ name, to, value, isHot = false, children }: TileProps) {
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-lg bg-sunken p-3 max-lg:last:odd:col-span-2 sm:p-4">
      <Figure to={to} className="flex flex-col gap-1">
        <span className="text-muted text-sm">{name}</span>
        <span className={`font-semibold text-3xl tracking-tight ${isHot ? 'text-accent-ink' : ''}`}>{value}</span>
      </Figure>
      {children && <p className="text-pretty text-muted text-sm">{children}</p>}
    </li>
  )
}

/** Stands in for the queue. */
export function Tiles() {
  return (
    <span className={grid}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-28 rounded-lg" />
      ))}
    </span>
  )
}
