import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { redditUrl } from '#engine/reddit/reddit-url.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { Invitation, Outreach } from '../../contract-outbox.ts'
import { call } from '../api.ts'
import { obstacleText, wayTo } from './obstacles.ts'
import { outreachQuery } from './queries.ts'
import { QuoteForm } from './quote-form.tsx'

interface OutreachFormProps {
  projectId: string
  leadId: string
  /** Shows the place to write a public reply; null if the lead has none. */
  onPublicReply: (() => void) | null
}

/** What a lead's author said about messages, and the next step: write one, reply in public, or quote an invitation. */
export function OutreachForm(props: OutreachFormProps) {
  const query = useQuery(outreachQuery(props.leadId))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load what the author said" />
  if (!query.data) {
    return (
      <div role="status" aria-label="Loading" className="flex flex-col gap-3">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-16 w-full" />
      </div>
    )
  }
  return <Loaded {...props} outreach={query.data} />
}

function Loaded({ projectId, leadId, onPublicReply, outreach }: OutreachFormProps & { outreach: Outreach }) {
  const queryClient = useQueryClient()
  const [quoting, setQuoting] = useState(false)
  const { handle, invitations, wroteFirst } = outreach
  const name = handle === null ? 'The author' : `u/${handle}`
  const way = wayTo(outreach)
  if (quoting && handle !== null) {
    return (
      <QuoteForm
        projectId={projectId}
        leadId={leadId}
        handle={handle}
        person={outreach.person}
        onDone={() => {
          setQuoting(false)
          void queryClient.invalidateQueries({ queryKey: outreachQuery(leadId).queryKey })
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-5">
      {way.kind === 'closed' && <p className="text-pretty">{obstacleText(way.obstacle, handle)}</p>}
      {way.kind !== 'closed' && wroteFirst && <p className="text-pretty">{name} wrote to you, so you can answer.</p>}
      {way.kind !== 'closed' && invitations.length > 0 && <Invitations name={name} invitations={invitations} />}
      {way.kind === 'uninvited' && (
        <p className="text-pretty">
          {name} hasn't asked for messages in this post. People report unwanted messages as spam, so Earshot sends a
          first message only to people who invite it. You can still reply in public.
        </p>
      )}
      {way.kind === 'open' && <Sending outreach={outreach} />}
      <div className="flex flex-wrap justify-end gap-2">
        {way.kind === 'uninvited' && <Button onClick={() => setQuoting(true)}>Quote an invitation</Button>}
        {way.kind !== 'open' && onPublicReply && (
          <Button look="primary" onClick={onPublicReply}>
            <Icon name="reply" /> Write a public reply
          </Button>
        )}
        {way.kind === 'open' && <Begin leadId={leadId} conversation={way.conversation} />}
      </div>
    </div>
  )
}

/** The author's own words, each with a link to where they are. */
function Invitations({ name, invitations }: { name: string; invitations: readonly Invitation[] }) {
  return (
    <section aria-label="Invitation" className="flex flex-col gap-3">
      <p>{name} asked for messages:</p>
      {invitations.map(({ quote, permalink }) => (
        <figure key={`${permalink} ${quote}`} className="rounded-xl border border-line bg-sunken px-4 py-3">
          <blockquote dir="auto" className="wrap-anywhere text-pretty">
            “{quote}”
          </blockquote>
          <figcaption className="mt-1.5 text-sm">
            <a
              href={redditUrl(permalink)}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex items-center gap-1 text-muted underline underline-offset-2 hover:text-ink"
            >
              See it on Reddit <Icon name="external" />
            </a>
          </figcaption>
        </figure>
      ))}
    </section>
  )
}

/** Says how the message will be sent. */
function Sending({ outreach: { account, mode } }: { outreach: Outreach }) {
  return (
    <p className="text-pretty text-muted text-sm">
      {mode === 'manual'
        ? 'You write the message in the inbox, then copy it and send it on Reddit.'
        : account === null
          ? 'No connected account can send messages, so you copy it and send it on Reddit.'
          : `You write the message in the inbox. It is sent as u/${account}.`}
    </p>
  )
}

/** Opens the conversation with the author, which begins if there is none. */
function Begin({ leadId, conversation }: { leadId: string; conversation: string | null }) {
  const navigate = useNavigate()
  const { busy, error, send } = useSubmission()
  const page = (id: string) => `${paths.inbox}?conversation=${id}`
  if (conversation !== null) {
    return (
      <Link to={page(conversation)} className={buttonClasses({ look: 'primary' })}>
        Open conversation
      </Link>
    )
  }
  return (
    <>
      <FormError>{error}</FormError>
      <Button
        look="primary"
        busy={busy}
        onClick={() =>
          void send(async () => {
            const { data } = await call('outreachPut', { id: leadId })
            await navigate(page(data.conversation))
          })
        }
      >
        <Icon name="mail" /> Write message
      </Button>
    </>
  )
}
