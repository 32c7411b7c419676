import type { Question } from '#platform/server/services.ts'
import { answered } from '#tests/support/reddit-answers.ts'

interface Item {
  kind: 't1' | 't4'
  data: Record<string, unknown> & { name: string }
}

const token = { access_token: 'app', token_type: 'bearer', expires_in: 3600, scope: '*' }

/** The inboxes of a stand-in for Reddit, in its wire format. */
export class Mailbox {
  /** Newest first. */
  inbox: Item[] = []
  sent: Item[] = []
  pageSize = 100
  /** The boxes asked for, with the item after which the page begins. */
  readonly asked: string[] = []
  /** Changes a page before it is sent. */
  muddle: (items: Item[]) => Item[] = (items) => items
  #count = 0
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** What Reddit says about posts and comments by name, instead of showing them; null: it leaves them out. */
  readonly fates = new Map<string, Record<string, unknown> | null>()

  /** Answers requests for pages of messages and for single items, and nothing else. */
  readonly exchange = async ({ url }: Question) => {
    if (url.pathname === '/api/v1/access_token') return answered(200, token)
    if (url.pathname === '/api/info') return answered(200, this.#things(url.searchParams.get('id')?.split(',') ?? []))
    const [, box] = /^\/message\/(inbox|sent)$/.exec(url.pathname) ?? []
    if (box !== 'inbox' && box !== 'sent') return answered(404, {})
    const after = url.searchParams.get('after')
    this.asked.push(after === null ? box : `${box} after ${after}`)
    const items = this[box]
    const begin = after === null ? 0 : items.findIndex(({ data }) => data.name === after) + 1
    const page = items.slice(begin, begin + Math.min(Number(url.searchParams.get('limit')), this.pageSize))
    const next = begin + page.length < items.length ? page.at(-1)!.data.name : null
    return answered(200, { kind: 'Listing', data: { children: this.muddle(page), after: next, before: null } })
  }

  /** A message from somebody. Returns its name. */
  message(author: string | null, body: string, more: Record<string, unknown> = {}): string {
    return this.#add(this.inbox, 't4', { author, body, subject: '[direct chat room]', ...more })
  }

  /** A comment under a post, which answers the account. Returns its name. */
  comment(author: string | null, body: string, thread = '1post', more: Record<string, unknown> = {}): string {
    const name = `t1_c${this.#count + 1}`
    const context = `/r/kettles/comments/${thread}/which_one/c${this.#count + 1}/?context=3`
    const about = { context, link_title: 'Which one?', subreddit: 'kettles', type: 'comment_reply', was_comment: true }
    return this.#add(this.inbox, 't1', { name, author, body, parent_id: `t3_${thread}`, ...about, ...more })
  }

  /** A message that the account sent on Reddit itself. Returns its name. */
  send(dest: string, body: string, more: Record<string, unknown> = {}): string {
    return this.#add(this.sent, 't4', { author: 'wilma-welds', dest, body, subject: 'Hello', ...more })
  }

  /** Changes an item in all boxes. */
  change(name: string, change: Record<string, unknown>): void {
    for (const { data } of [...this.inbox, ...this.sent]) if (data.name === name) Object.assign(data, change)
  }

  #things(names: readonly string[]) {
    const children = names.flatMap((name) => {
      const fate = this.fates.get(name)
      if (fate === null) return []
      const received = this.inbox.find(({ data }) => data.name === name)?.data
      const plain = {
        id: name.slice(3),
        name,
        author: 'somebody',
        subreddit: 'kettles',
        selftext: 'Which one?',
        score: 1,
      }
      const more = { permalink: '/r/kettles/comments/1/x/', title: 'Which one?', created_utc: 1_700_000_000 }
      return [{ kind: name.slice(0, 2), data: { ...plain, ...more, ...received, ...fate } }]
    })
    return { kind: 'Listing', data: { children, after: null, before: null } }
  }

  #add(box: Item[], kind: Item['kind'], data: Record<string, unknown>): string {
    this.#count += 1
    const id = `${kind === 't1' ? 'c' : 'm'}${this.#count}`
    const common = { id, name: `${kind}_${id}`, dest: 'wilma-welds', new: true, replies: '', subreddit: null }
    // No two items are of the same second.
    const time = { created_utc: this.#now().getTime() / 1000 + this.#count, distinguished: null }
    const item = { kind, data: { ...common, ...time, ...data } as Item['data'] }
    box.unshift(item)
    return item.data.name
  }
}
