import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { agoText } from '#platform/web/text/age.ts'
import type { Conversation, Message } from '../../contract.ts'
import { call, changes } from '../api.ts'
import { messagesQuery } from '../inbox/queries.ts'
import { type Link, linksQuery } from './queries.ts'

interface LinkPersonProps {
  project: CurrentProject
  conversation: Conversation
  address: string
  now: number
}

const none: readonly Message[] = []

/** Offers to link an address to the people whose messages show that it is theirs. */
export function LinkPerson({ project, conversation, address, now }: LinkPersonProps) {
  const queryClient = useQueryClient()
  const { data: pages } = useInfiniteQuery(messagesQuery(conversation.id))
  const mails = pages?.pages.flatMap(({ data }) => data) ?? none
  const { data: links } = useQuery({ ...linksQuery(project.id, address, mails), enabled: pages !== undefined })
  const [chosen, setChosen] = useState<string | null>(null)
  const { busy, error, send } = useSubmission()
  if (!links) return null
  const link = ({ person, message }: Link) => {
    setChosen(person.id)
    void send(async () => {
      const body = { data: { message: message.id, ...(message.channel === 'reddit' && { email: address }) } }
      await changes.send(() => call('personEmailPut', { id: person.id, body }))
      notify({ title: `Linked to u/${person.handle}`, color: 'green' })
      for (const key of ['conversation', 'conversations', 'people']) {
        await queryClient.invalidateQueries({ queryKey: [key] })
      }
    })
  }
  if (links.length === 0) {
    return (
      <p className="text-pretty text-muted text-sm">
        Not linked to a person. To link one, Earshot needs proof: this address in a message on Reddit, or their u/name
        in an email from it.
      </p>
    )
  }
  return (
    <>
      <ul aria-label="People this address may belong to" className="flex flex-col gap-2">
        {links.map((each) => (
          <li key={each.person.id} className="flex flex-col gap-2 rounded-xl border border-line bg-raised p-3 text-sm">
            <p className="wrap-anywhere text-pretty">
              <span className="font-medium">u/{each.person.handle}</span>{' '}
              {each.message.channel === 'reddit'
                ? 'gave this address on Reddit'
                : 'is named in an email from this address'}{' '}
              {agoText(each.message.sentAt ?? each.message.createdAt, now)}:
            </p>
            <blockquote dir="auto" className="wrap-anywhere border-line border-l-2 pl-3 text-muted">
              {each.excerpt}
            </blockquote>
            <Button
              size="small"
              className="self-start"
              busy={busy && chosen === each.person.id}
              onClick={() => link(each)}
            >
              Link to u/{each.person.handle}
            </Button>
          </li>
        ))}
      </ul>
      <FormError>{error}</FormError>
    </>
  )
}
