import { Disclosure } from '#platform/ui/disclosure.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import type { Conversation, Message } from '../../contract.ts'
import { noText } from '../inbox/labels.ts'
import { sizeText, splitQuoted } from './mail-text.ts'

/** The text of a mail, with what it quotes folded, and its files by name. */
export function MailBody({ message, conversation }: { message: Message; conversation: Conversation }) {
  const { text, quoted } = splitQuoted(message.text)
  const { attachments, fromAddress, direction } = message
  return (
    <div className="flex flex-col gap-2">
      {direction === 'in' && fromAddress !== null && fromAddress !== conversation.address && (
        <p className="wrap-anywhere text-muted text-sm">From {fromAddress}</p>
      )}
      {text === '' ? (
        <p className="text-muted italic">{noText.mail}</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      )}
      {quoted !== '' && (
        <Disclosure title="Quoted text">
          <p className="wrap-anywhere whitespace-pre-wrap text-muted">{quoted}</p>
        </Disclosure>
      )}
      {attachments.length > 0 && (
        <div className="flex flex-col gap-1 border-line border-t pt-2 text-sm">
          <ul aria-label="Attachments" className="flex flex-col gap-1">
            {attachments.map(({ name, bytes }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files may have the same name
              <li key={index} className="flex gap-2">
                <Icon name="attachment" className="mt-0.5 text-faint" />
                <span className="wrap-anywhere min-w-0">{name}</span>
                <span className="tabular shrink-0 text-muted">{sizeText(bytes)}</span>
              </li>
            ))}
          </ul>
          <p className="text-muted">Open them in your mail program. Earshot doesn't fetch attachments.</p>
        </div>
      )}
    </div>
  )
}
