import type { KeywordHealth, Proposal } from '@earshot/contract/keyword-health'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/toast.tsx'
import { call } from '../api.ts'
import { messageOf } from '../call-error.ts'
import { redditUrl } from '../paths.ts'
import { leaveWhenSignedOut } from '../query-client.ts'
import { evidenceText } from './words.ts'

interface ProposalsProps {
  projectId: string
  health: KeywordHealth | undefined
}

/** What the accepted leads have in common that nobody listens for yet. */
export function Proposals({ projectId, health }: ProposalsProps) {
  const { add, adding } = useAdd(projectId)
  if (!health) return null
  const { keywords, competitors, communities } = health.proposals
  const addButton = (kind: Addition['kind']) =>
    function AddButton({ text }: Proposal) {
      return (
        <Button
          size="small"
          aria-label={`Add ${text}`}
          busy={adding?.kind === kind && adding.text === text}
          onClick={() => add({ kind, text })}
        >
          <Icon name="add" /> Add
        </Button>
      )
    }
  const isEmpty = keywords.length + competitors.length + communities.length === 0
  return (
    <section aria-labelledby="proposals" className="flex flex-col gap-4">
      <header>
        <h2 id="proposals" className="font-semibold text-lg">
          Proposals
        </h2>
        <p className="mt-1 text-pretty text-muted">
          {isEmpty
            ? 'What the leads that you reply to or save have in common is proposed here, once there are a few of them.'
            : 'What the leads that you replied to or saved have in common.'}
        </p>
      </header>
      <List title="Keywords" proposals={keywords} action={addButton('keyword')} />
      <List title="Competitors" proposals={competitors} action={addButton('competitor')} />
      <List title="Communities" proposals={communities} prefix="r/" action={({ text }) => <Visit community={text} />} />
    </section>
  )
}

interface ListProps {
  title: string
  proposals: readonly Proposal[]
  prefix?: string
  action: (proposal: Proposal) => ReactNode
}

function List({ title, proposals, prefix = '', action }: ListProps) {
  if (proposals.length === 0) return null
  return (
    <div>
      <h3 className="font-medium text-muted text-sm">{title}</h3>
      <ul aria-label={`Proposed ${title.toLowerCase()}`} className="mt-1 divide-y divide-line border-line border-y">
        {proposals.map((proposal) => (
          <li key={proposal.text} className="flex min-h-12 items-center gap-3 py-1.5">
            <p className="wrap-anywhere min-w-0 flex-1">
              <span className="font-medium">
                {prefix}
                {proposal.text}
              </span>{' '}
              <span className="text-muted text-sm">{evidenceText(proposal)}</span>
            </p>
            {action(proposal)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Visit({ community }: { community: string }) {
  return (
    <a
      href={redditUrl(`/r/${encodeURIComponent(community)}/`)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open r/${community} on Reddit`}
      className="inline-flex min-h-8 items-center gap-1 rounded-md px-2 text-accent-ink text-sm hover:bg-hover"
    >
      Reddit <Icon name="external" />
    </a>
  )
}

interface Addition {
  kind: 'keyword' | 'competitor'
  text: string
}

/** Adds a proposal as if it had been typed; whatever is shown of keywords and competitors follows. */
function useAdd(projectId: string) {
  const queryClient = useQueryClient()
  const refresh = ({ kind }: Addition) =>
    Promise.all(
      [`${kind}s`, 'phrase-health'].map((name) => queryClient.invalidateQueries({ queryKey: [name, projectId] })),
    )
  const tell = (error: unknown) => {
    leaveWhenSignedOut(error)
    notify({ title: messageOf(error), color: 'red' })
  }
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (addition: Addition) => create(projectId, addition),
    onSuccess: (id, addition) =>
      void notify({
        title: `Added “${addition.text}”`,
        undo: () =>
          void remove(addition, id)
            .catch(tell)
            .then(() => refresh(addition)),
      }),
    onError: tell,
    onSettled: (_id, _error, addition) => refresh(addition),
  })
  return {
    add: (addition: Addition) => !isPending && mutate(addition),
    adding: isPending ? variables : undefined,
  }
}

async function create(project: string, { kind, text }: Addition): Promise<string> {
  const { data } =
    kind === 'keyword'
      ? await call('keywordsCreate', { body: { data: { project, query: text } } })
      : await call('competitorsCreate', { body: { data: { project, name: text } } })
  return data.id
}

function remove({ kind }: Addition, id: string): Promise<unknown> {
  return call(kind === 'keyword' ? 'keywordsDelete' : 'competitorsDelete', { id })
}
