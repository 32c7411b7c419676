import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { paths } from '#platform/web/page/paths.ts'
import type { Conversation, Message } from '../../contract.ts'
import { messageSettingsQuery } from '../inbox/queries.ts'
import type { InboxState } from '../inbox/use-inbox.ts'
import { ComposerForm, NoComposer } from './composer-form.tsx'
import { answerPage } from './reddit-page.ts'
import { type Sender, senderOf } from './sender.ts'
import type { Draft } from './use-draft.ts'

export interface ComposerProps {
  project: CurrentProject
  state: InboxState
  conversation: Conversation
  draft: Draft
  messages: readonly Message[]
  /** Whether somebody else answered since the user began to write: then sending needs a click that says so. */
  isAnswered: boolean
}

/** Where an answer on Reddit is written, and sent with a click or copied to be sent on Reddit. */
export function Composer({ project, state, conversation, draft, messages, isAnswered }: ComposerProps) {
  const { data: settings } = useQuery(messageSettingsQuery(project.id))
  const { person, kind, subreddit, opportunity } = conversation
  if (!state.mayChange) return null
  if (person?.doNotContact) {
    return <NoComposer>u/{person.handle} asked not to be contacted, so you can't answer here.</NoComposer>
  }
  const isPublic = kind === 'comment' || kind === 'mention'
  const sender = settings && senderOf(conversation, settings.mode)
  const maySend = sender === 'earshot'
  return (
    <ComposerForm
      projectId={project.id}
      channel="reddit"
      lead={{ author: person?.handle ?? null, subreddit: subreddit ?? opportunity?.post?.subreddit ?? null }}
      draft={draft}
      messages={messages}
      isAnswered={isAnswered}
      label={isPublic ? 'Public reply' : 'Message'}
      placeholder={isPublic ? `Write a public reply in r/${subreddit ?? 'Reddit'}` : 'Write a message'}
      focused={false}
      sends={maySend ? (isPublic ? 'Post reply' : 'Send') : null}
      others={<CopyAndOpen text={draft.text} page={answerPage(conversation, messages)} isMain={!maySend} />}
      below={sender && sender !== 'earshot' && <WhyByHand reason={sender} name={conversation.account?.name ?? ''} />}
    />
  )
}

/** Says why an answer is sent by hand here, and where to change that. */
function WhyByHand({ reason, name }: { reason: Exclude<Sender, 'earshot'>; name: string }) {
  const texts: Record<typeof reason, string> = {
    manualMode: 'In this project, you send messages yourself.',
    noAccount: 'None of your connected accounts is in this conversation, so you send it on Reddit.',
    disconnected: `Reconnect u/${name} so that Earshot can send.`,
    suspended: `Reddit suspended u/${name}, so Earshot can't send.`,
    noScope: `u/${name} didn't allow Earshot to send this, so you send it on Reddit.`,
  }
  const [page, label] =
    reason === 'manualMode'
      ? [paths.projectMessages, 'Change how messages are sent']
      : [paths.projectSources, 'Manage accounts']
  return (
    <p className="text-muted text-sm">
      {texts[reason]}{' '}
      <Link to={page} className="underline underline-offset-2">
        {label}
      </Link>
    </p>
  )
}

const copyLabel = 'Copy and open on Reddit'

/** Copies a text and opens the page on Reddit where it is sent. */
function CopyAndOpen({ text, page, isMain }: { text: string; page: string; isMain: boolean }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const copy = () => {
    navigator.clipboard.writeText(text.trim()).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
    window.open(page, '_blank', 'noopener,noreferrer')
  }
  return (
    <>
      <span aria-live="polite" className="text-muted text-sm">
        {copied === 'yes' && 'Copied to your clipboard.'}
        {copied === 'no' && 'Your browser blocked copying. Select the text and copy it.'}
      </span>
      {isMain ? (
        <Button look="primary" onClick={copy}>
          <Icon name="copy" /> {copyLabel}
        </Button>
      ) : (
        <Button look="ghost" size="icon" aria-label={copyLabel} title={copyLabel} onClick={copy}>
          <Icon name="copy" />
        </Button>
      )}
    </>
  )
}
