import { queryOptions } from '@tanstack/react-query'
import { accountsIn, givenEmails } from '#engine/crm/given-email.ts'
import type { RedditPerson } from '#features/crm/contract.ts'
import type { Message } from '../../contract.ts'
import { call } from '../api.ts'
import { excerptAround } from './mail-text.ts'

/** The most people that are proposed. */
const peopleMost = 10

/** Returns people who gave an address, by a part of their address or handle. */
export function peopleWithEmailQuery(projectId: string, text: string) {
  return queryOptions({
    queryKey: ['people', projectId, 'with-email', text],
    enabled: text !== '',
    queryFn: async ({ signal }): Promise<RedditPerson[]> => {
      const handle = { $containsi: text.replace(/^\/?u\//i, '') }
      const filters = {
        project: { id: { $eq: projectId } },
        email: { $notNull: true },
        $or: [{ email: { $containsi: text } }, { handle }],
      }
      return (await call('peopleFind', { query: { filters, pagination: { pageSize: peopleMost } }, signal })).data
    },
  })
}

/** A person whom an address may belong to, and the message that shows it. */
export interface Link {
  person: Pick<RedditPerson, 'id' | 'handle'>
  message: Pick<Message, 'id' | 'createdAt' | 'sentAt' | 'channel'>
  /** The words that show it, with what is around them. */
  excerpt: string
}

/**
 * Returns the people whom an address belongs to by what they wrote: they gave it in a message on Reddit, or a mail from
 * it names them as u/name. `mails` are those of the conversation.
 */
export function linksQuery(projectId: string, address: string, mails: readonly Message[]) {
  const received = mails.filter(({ direction, fromAddress }) => direction === 'in' && fromAddress === address)
  return queryOptions({
    queryKey: ['people', projectId, 'links', address, received.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<Link[]> => {
      const onReddit = await givenOnReddit(projectId, address, signal)
      const byMail = await namedIn(projectId, received, signal)
      const known = new Set(onReddit.map(({ person }) => person.id))
      return [...onReddit, ...byMail.filter(({ person }) => !known.has(person.id))]
    },
  })
}

async function givenOnReddit(projectId: string, address: string, signal: AbortSignal): Promise<Link[]> {
  const filters = {
    project: { id: { $eq: projectId } },
    ...{ channel: { $eq: 'reddit' }, direction: { $eq: 'in' }, text: { $containsi: address } },
  }
  const populate = { conversation: { populate: ['person'] } }
  const query = { filters, populate, sort: 'sentAt:desc', pagination: { pageSize: peopleMost } }
  const { data } = await call('messagesFind', { query, signal })
  const links = data.flatMap((message): Link[] => {
    const person = message.conversation?.person
    if (!person || !givenEmails({ channel: 'reddit', text: message.text }, []).includes(address)) return []
    return [{ person, message, excerpt: excerptAround(message.text, address) }]
  })
  return links.filter(({ person }, index) => links.findIndex((other) => other.person.id === person.id) === index)
}

async function namedIn(projectId: string, mails: readonly Message[], signal: AbortSignal): Promise<Link[]> {
  const handles = [...new Set(mails.flatMap(({ text }) => accountsIn(text)))].slice(0, peopleMost)
  if (handles.length === 0) return []
  const filters = {
    project: { id: { $eq: projectId } },
    $or: handles.map((handle) => ({ handle: { $eqi: handle } })),
  }
  const { data } = await call('peopleFind', { query: { filters, pagination: { pageSize: peopleMost } }, signal })
  return data.flatMap((person): Link[] => {
    const handle = person.handle.toLowerCase()
    const message = mails.find(({ text }) => accountsIn(text).includes(handle))
    return message ? [{ person, message, excerpt: excerptAround(message.text, `u/${person.handle}`) }] : []
  })
}
