import type { Comment, Message } from './things.ts'

/** An inbox item. */
export interface Received {
  item: Message | Comment
  reason: 'message' | 'post_reply' | 'comment_reply' | 'username_mention'
  isNew: boolean
}

/** Inboxes and private messages. */
export class Mail {
  readonly #messages = new Map<string, Message>()
  /** By the owner's name in lower case, oldest first. */
  readonly #inboxes = new Map<string, Received[]>()

  get(name: string): Message | null {
    return this.#messages.get(name) ?? null
  }

  /** Returns sent messages, newest first. */
  sent(from: string): Message[] {
    return [...this.#messages.values()].filter((message) => same(message.from, from)).toReversed()
  }

  inbox(owner: string): Received[] {
    return (this.#inboxes.get(owner.toLowerCase()) ?? []).toReversed()
  }

  message(message: Message): void {
    this.#messages.set(message.name, message)
    this.receive(message.to, { item: message, reason: 'message', isNew: true })
  }

  receive(owner: string, received: Received): void {
    const key = owner.toLowerCase()
    const inbox = this.#inboxes.get(key)
    if (inbox) inbox.push(received)
    else this.#inboxes.set(key, [received])
  }

  mark(owner: string, names: readonly string[], isNew: boolean): void {
    for (const received of this.inbox(owner)) if (names.includes(received.item.name)) received.isNew = isNew
  }
}

export function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
