import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contactWording, suppressionWording } from '#engine/mail/wordings.ts'
import { paths } from '#platform/web/page/paths.ts'
import type { ComposerProps } from '../conversation/composer.tsx'
import { ComposerForm, NoComposer } from '../conversation/composer-form.tsx'
import { suppressionOfQuery } from '../mailboxes/queries.ts'

/** Where a mail is written, with the signature that follows it; or why none can be. */
export function MailComposer({ project, state, conversation, draft, messages, isAnswered }: ComposerProps) {
  const { person, mailbox, address, addressName, opportunity } = conversation
  const { data: suppression } = useQuery({
    ...suppressionOfQuery(project.id, address ?? ''),
    enabled: address !== null,
  })
  if (!state.mayChange) return null
  if (person?.doNotContact) return <NoComposer>{contactWording('doNotContact')}</NoComposer>
  if (suppression) {
    return (
      <NoComposer>
        {suppressionWording(suppression.reason)}{' '}
        <Link to={paths.projectMailboxes} className="underline underline-offset-2">
          Open suppression list
        </Link>
      </NoComposer>
    )
  }
  if (!mailbox) return <NoComposer>The mailbox of this conversation was deleted, so you can't answer here.</NoComposer>
  return (
    <ComposerForm
      projectId={project.id}
      channel="mail"
      lead={{ author: addressName || (person?.handle ?? null), subreddit: opportunity?.post?.subreddit ?? null }}
      draft={draft}
      messages={messages}
      isAnswered={isAnswered}
      label="Mail"
      placeholder="Write an email"
      focused={state.begunId === conversation.id}
      sends="Send"
      below={
        <>
          {mailbox.signature !== '' && (
            <p className="wrap-anywhere line-clamp-4 whitespace-pre-line border-line border-l-2 pl-3 text-muted text-sm">
              <span className="sr-only">Signature: </span>
              {mailbox.signature}
            </p>
          )}
          {mailbox.state !== 'connected' && (
            <p className="text-danger text-sm">
              {mailbox.state === 'failing'
                ? 'Earshot can’t use this mailbox now. Mail waits until it works again.'
                : 'This mailbox is disconnected. Mail waits until it is connected again.'}{' '}
              <Link to={paths.projectMailboxes} className="underline underline-offset-2">
                Open mailboxes
              </Link>
            </p>
          )}
        </>
      }
    />
  )
}
