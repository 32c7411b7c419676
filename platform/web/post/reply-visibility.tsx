import { Badge } from '../../ui/badge.tsx'
import { checkNames, checkText, type ShownReply, visibilityOf } from './reply-visibility-text.ts'

interface ReplyVisibilityProps {
  reply: ShownReply
  now: number
}

/** Whether a reply is still shown on Reddit, in one line. */
export function ReplyVisibility({ reply, now }: ReplyVisibilityProps) {
  const { look, word, rest } = visibilityOf(reply, now)
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
      <Badge look={look}>{word}</Badge>
      {rest !== '' && <span className="wrap-anywhere">{rest}</span>}
    </p>
  )
}

/** The checks of a reply, one by one. */
export function ReplyChecks({ reply, now }: ReplyVisibilityProps) {
  if (reply.checks.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {reply.checks.map((check) => (
        <div key={check.step} className="contents">
          <dt className="whitespace-nowrap text-muted">{checkNames[check.step]}</dt>
          <dd className="wrap-anywhere">{capitalized(checkText(check, now))}</dd>
        </div>
      ))}
    </dl>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
