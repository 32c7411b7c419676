/** A user of the product, who calls its API over HTTP. */
export interface Person {
  email: string
  id: string
  /** The token of the current session. */
  jwt(): string
  /** Calls the API and returns the data. Throws if it is refused. */
  call<T = { id: string }>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<T>
  /** The same, and returns only the status. */
  statusOf(method: 'POST' | 'PUT', path: string, data?: object): Promise<number>
  /** Signs in again, because sessions end. */
  signIn(): Promise<void>
  /** Opens a page that Reddit sent the browser back to. */
  visit(url: string): Promise<void>
}

const password = 'correct horse battery'

/** Signs up a user, whose requests go to the web processes in turn. */
export async function signUp(addresses: readonly string[], email: string): Promise<Person> {
  let requests = 0
  const send = async (method: string, path: string, body?: object, jwt = ''): Promise<Response> =>
    fetch(`${addresses[requests++ % addresses.length]}/api/${path}`, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(jwt && { authorization: `Bearer ${jwt}` }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
  const answered = async <T>(answer: Response, what: string): Promise<T> => {
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${text.slice(0, 500)}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const account = await send('POST', 'auth/local/register', { email, password })
  const made = await answered<{ jwt: string; user: { id: string } }>(account, 'signing up')
  let { jwt } = made
  return {
    ...{ email, id: made.user.id },
    jwt: () => jwt,
    call: async <T>(method: string, path: string, data?: object) => {
      const answer = await send(method, path, data && { data }, jwt)
      return (await answered<{ data: T } | undefined>(answer, `${method} ${path}`))?.data as T
    },
    statusOf: async (method, path, data) => {
      const answer = await send(method, path, data && { data }, jwt)
      await answer.arrayBuffer()
      return answer.status
    },
    signIn: async () => {
      const answer = await send('POST', 'auth/local', { identifier: email, password })
      jwt = (await answered<{ jwt: string }>(answer, 'signing in')).jwt
    },
    visit: async (url) => {
      const answer = await fetch(url, { headers: { cookie: `jwt=${jwt}; signed_in=1` }, redirect: 'manual' })
      await answer.arrayBuffer()
    },
  }
}
