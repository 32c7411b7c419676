import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { ChipMenu, chipClasses } from '#platform/ui/filter-chip.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { MenuItem } from '#platform/ui/overlays/menu.tsx'
import { SearchField } from '#platform/web/forms/search-field.tsx'
import { SampleBadge } from '#platform/web/page/sample-badge.tsx'
import { count } from '#platform/web/text/units.ts'
import { searchId } from '../inbox/element-ids.ts'
import { boxNames } from '../inbox/labels.ts'
import { accountsQuery, countsQuery } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { boxes, viewParams } from '../inbox/view.ts'
import { NewMailButton } from '../mail/new-mail-button.tsx'
import { mailboxesQuery } from '../mailboxes/queries.ts'
import type { ListPaneProps } from './list-pane.tsx'
import { NewConversations } from './new-conversations.tsx'

/** The title, the search, and the views with how much waits in each. */
export function ListHeader({ project, reader, state }: Omit<ListPaneProps, 'now'>) {
  const { view, go } = state
  const isMail = state.channel === 'mail'
  const { data: counts } = useQuery(countsQuery(reader))
  return (
    <header className="shrink-0 border-line border-b">
      <div className="flex h-14 items-center gap-2 px-4">
        <h1 className="font-semibold text-lg">{isMail ? 'Mail' : 'Inbox'}</h1>
        <div className="min-w-0 flex-1">{project.realm === 'sandbox' && <SampleBadge of="people" />}</div>
        {isMail ? <Mailboxes project={project} state={state} /> : <Accounts project={project} state={state} />}
        <NewConversations reader={reader} state={state} />
        {isMail && <NewMailButton projectId={project.id} state={state} />}
      </div>
      <div className="px-4">
        <SearchField
          id={searchId}
          label="Search messages and people"
          text={view.text}
          onSearch={(text) => go({ ...view, text }, null, true)}
        />
      </div>
      <nav aria-label="Views" className="flex flex-wrap items-center gap-1.5 px-4 py-2.5">
        {boxes.map((box) => (
          <Link
            key={box}
            to={`?${viewParams({ ...view, box }, null)}`}
            aria-current={box === view.box ? 'page' : undefined}
            className={chipClasses(box === view.box)}
          >
            {boxNames[box]}
            {box !== 'done' && counts && counts[box] > 0 && (
              <span className="tabular font-normal opacity-80">{count(counts[box])}</span>
            )}
          </Link>
        ))}
        {!isMail && (
          <Link to="?view=campaigns" className={chipClasses(false)}>
            Campaigns
          </Link>
        )}
      </nav>
    </header>
  )
}

/** The filter by account, if there are several. */
function Accounts({ project, state: { view, go } }: { project: CurrentProject; state: InboxState }) {
  const { data: accounts = [] } = useQuery(accountsQuery(project.id))
  return (
    <SenderFilter
      {...{ label: 'Account', all: 'All accounts', former: 'A former account' }}
      options={accounts.map(({ id, name }) => ({ id, name: `u/${name}` }))}
      chosen={view.account}
      onChoose={(account) => go({ ...view, account }, null, false)}
    />
  )
}

/** The filter by mailbox, if there are several. */
function Mailboxes({ project, state: { view, go } }: { project: CurrentProject; state: InboxState }) {
  const { data: mailboxes = [] } = useQuery(mailboxesQuery(project.id))
  return (
    <SenderFilter
      {...{ label: 'Mailbox', all: 'All mailboxes', former: 'A former mailbox' }}
      options={mailboxes.map(({ id, address }) => ({ id, name: address }))}
      chosen={view.account}
      onChoose={(account) => go({ ...view, account }, null, false)}
    />
  )
}

interface SenderFilterProps {
  label: string
  /** Instead of one of them. */
  all: string
  /** One that is no option anymore. */
  former: string
  options: readonly { id: string; name: string }[]
  chosen: string | null
  onChoose: (id: string | null) => void
}

/** The choice of one of several accounts or mailboxes. */
function SenderFilter({ label, all, former, options, chosen, onChoose }: SenderFilterProps) {
  if (options.length < 2 && chosen === null) return null
  const name = options.find(({ id }) => id === chosen)?.name
  const mark = (on: boolean) => <Icon name="check" className={on ? '' : 'invisible'} />
  return (
    <ChipMenu label={label} text={chosen === null ? null : (name ?? former)}>
      <MenuItem icon={mark(chosen === null)} onClick={() => onChoose(null)}>
        {all}
      </MenuItem>
      {options.map((option) => (
        <MenuItem key={option.id} icon={mark(option.id === chosen)} onClick={() => onChoose(option.id)}>
          {option.name}
        </MenuItem>
      ))}
    </ChipMenu>
  )
}
