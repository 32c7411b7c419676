import { Link } from 'react-router'
import { authorName, placeName, siteName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { defaultView, viewParams } from '#engine/rules/lead-view.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { Column } from '#platform/ui/lists/table-model.ts'
import { Menu, MenuItem } from '#platform/ui/overlays/menu.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { ReplyVisibility } from '#platform/web/post/reply-visibility.tsx'
import { nameOf } from '#platform/web/post/shown-post.ts'
import { ageText, agoText, exactTime } from '#platform/web/text/age.ts'
import type { Decision, Opportunity } from '../../contract.ts'
import { rejections } from '../labels.ts'
import { LongText } from './long-text.tsx'
import type { ArchiveState } from './view.ts'

/** Acts on a lead: moves it back to new, or opens the form for the reply or the list of similar posts. */
export type Act = (lead: Opportunity, as: 'restore' | 'reply' | 'similar') => void

interface ColumnsInput {
  state: ArchiveState
  now: number
  mayDecide: boolean
  /** Whether the user may see dropped posts. */
  mayCompare: boolean
  act: Act
}

export function nameOfLead({ post }: Opportunity): string {
  return post ? nameOf(post) : ''
}

/** Returns the columns of an archive. In narrow tables, the first one contains all of them. */
export function archiveColumns(input: ColumnsInput): Column<Opportunity>[] {
  const { state, now } = input
  return [
    {
      id: 'lead',
      header: state === 'replied' ? 'Post and reply' : 'Post',
      fixed: true,
      value: nameOfLead,
      cell: (lead) => <LeadCell lead={lead} {...input} />,
    },
    ...(state === 'rejected' ? [reason] : []),
    {
      id: 'by',
      header: 'By',
      fixed: true,
      from: 'md',
      value: (lead) => decisionOn(lead)?.by ?? '',
      cell: (lead) => (
        <p title={decisionOn(lead)?.by} className="w-40 truncate text-muted text-sm">
          {decisionOn(lead)?.by}
        </p>
      ),
    },
    {
      id: 'when',
      header: 'When',
      fixed: true,
      from: 'md',
      value: ({ decidedAt }) => decidedAt ?? '',
      cell: ({ decidedAt }) => <When at={decidedAt} now={now} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      headerHidden: true,
      fixed: true,
      align: 'end',
      value: nameOfLead,
      cell: actionsCell(input),
    },
  ]
}

const reason: Column<Opportunity> = {
  id: 'reason',
  header: 'Reason',
  fixed: true,
  from: 'md',
  value: ({ rejection }) => (rejection ? rejections[rejection.reason] : ''),
  cell: ({ rejection }) => rejection && <Badge>{rejections[rejection.reason]}</Badge>,
}

function decisionOn({ reply, rejection }: Opportunity): Decision | null {
  return reply ?? rejection
}

function hasContent({ reply }: Opportunity): boolean {
  return reply !== null && (reply.text !== null || reply.permalink !== null)
}

function When({ at, now }: { at: string | null; now: number }) {
  if (!at) return null
  return (
    <time dateTime={at} title={exactTime(at)} className="tabular whitespace-nowrap text-muted text-sm">
      {ageText(at, now)}
    </time>
  )
}

interface LeadCellProps extends Omit<ColumnsInput, 'mayCompare'> {
  lead: Opportunity
}

function LeadCell({ lead, state, now, mayDecide, act }: LeadCellProps) {
  const { post, reply, rejection } = lead
  const decision = decisionOn(lead)
  return (
    <div className="flex min-w-0 flex-col gap-1.5 py-3">
      <Link
        to={`${paths.opportunities}?${viewParams({ ...defaultView, tab: state }, lead.id)}`}
        className="wrap-anywhere line-clamp-2 font-medium hover:underline"
      >
        {nameOfLead(lead)}
      </Link>
      <p className="flex flex-wrap gap-x-2 text-muted text-sm">
        {post && <span>{placeName(post.subreddit)}</span>}
        {post?.author && <span className="wrap-anywhere">{authorName(post.author)}</span>}
        <span>{lead.postedAt === null ? 'age unknown' : `posted ${agoText(lead.postedAt, now)}`}</span>
      </p>
      {reply?.text && (
        <div className="border-line border-l-2 pl-3">
          <LongText text={reply.text} />
        </div>
      )}
      {reply?.permalink && (
        <a
          href={redditUrl(reply.permalink)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1 self-start text-accent-ink text-sm underline underline-offset-2"
        >
          View reply on Reddit <Icon name="external" className="size-3.5" />
        </a>
      )}
      {reply && hasContent(lead) && <ReplyVisibility reply={reply} now={now} />}
      {mayDecide && state === 'replied' && !hasContent(lead) && (
        <Button
          look="ghost"
          size="small"
          className="-ml-2.5 self-start text-accent-ink"
          aria-label={`Add your reply to ${nameOfLead(lead)}`}
          onClick={() => act(lead, 'reply')}
        >
          <Icon name="add" /> Add your reply
        </Button>
      )}
      {decision && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm @2xl:hidden">
          {rejection && <Badge>{rejections[rejection.reason]}</Badge>}
          <span className="wrap-anywhere">
            {decision.by}, <When at={lead.decidedAt} now={now} />
          </span>
        </p>
      )}
    </div>
  )
}

function actionsCell({ mayDecide, mayCompare, act }: ColumnsInput) {
  return (lead: Opportunity) => {
    const { post } = lead
    return (
      <div className="ml-auto flex w-max items-center gap-1">
        {mayDecide && (
          <Button size="small" className="max-sm:hidden" onClick={() => act(lead, 'restore')}>
            Restore
          </Button>
        )}
        <Menu
          align="end"
          trigger={
            <Button look="ghost" size="icon" aria-label={`Actions for ${nameOfLead(lead)}`}>
              <Icon name="more" />
            </Button>
          }
        >
          {mayDecide && (
            <MenuItem icon={<Icon name="undo" />} onClick={() => act(lead, 'restore')}>
              Move back to new
            </MenuItem>
          )}
          {mayDecide && hasContent(lead) && (
            <MenuItem icon={<Icon name="reply" />} onClick={() => act(lead, 'reply')}>
              Edit reply
            </MenuItem>
          )}
          {mayCompare && (
            <MenuItem icon={<Icon name="search" />} onClick={() => act(lead, 'similar')}>
              Find similar
            </MenuItem>
          )}
          {post && (
            <MenuItem
              icon={<Icon name="external" />}
              onClick={() => void window.open(postUrl(post.permalink), '_blank', 'noopener,noreferrer')}
            >
              Open post on {siteName(post.subreddit)}
            </MenuItem>
          )}
        </Menu>
      </div>
    )
  }
}
