import type { Persona } from '../../community/types.ts'
import { people as signInPeople } from '../../sign-in/people.ts'
import type { PersonChange } from './entry.ts'

/** A user account. */
export interface Account extends Omit<Persona, 'subreddits'> {
  /** The ID, without the t2_ prefix. */
  id: string
  standing: NonNullable<PersonChange['standing']>
  messages: NonNullable<PersonChange['messages']>
  profile: NonNullable<PersonChange['profile']>
  /** Set for the accounts that clients can use; the others exist only in the community. */
  password: string | null
  hasVerifiedEmail: boolean
}

/** The account that a script signs in with. */
export const developer = { username: 'sandbox_developer', password: 'no-password-in-the-sandbox' }
/** The account that greets newcomers. */
export const greeter = 'sandbox_greeter'

const since = Date.UTC(2019, 2, 4)

/** All accounts, by name in lower case. */
export class People {
  readonly #accounts = new Map<string, Account>()
  /** Who blocked whom, in lower case. */
  readonly #blocks = new Set<string>()

  constructor(personas: readonly Persona[]) {
    for (const persona of personas) this.#add({ ...persona })
    const plain = { createdAt: since, linkKarma: 214, commentKarma: 1893, description: '' }
    this.#add({ ...plain, name: developer.username, password: developer.password })
    this.#add({ ...plain, name: greeter, description: 'Says hello to newcomers.' })
    // The accounts of the sign-in page, which don't need a real password.
    for (const { login, number, isVerified } of signInPeople) {
      this.#add({ ...plain, name: login, id: number.toString(36), password: '', hasVerifiedEmail: isVerified })
    }
  }

  #add(fields: Omit<Persona, 'subreddits'> & Partial<Account>): void {
    const { name, createdAt, linkKarma, commentKarma, description } = fields
    this.#accounts.set(name.toLowerCase(), {
      ...{ name, createdAt, linkKarma, commentKarma, description },
      id: fields.id ?? idOf(name),
      standing: 'well',
      messages: 'open',
      profile: 'shown',
      password: fields.password ?? null,
      hasVerifiedEmail: fields.hasVerifiedEmail ?? true,
    })
  }

  all(): Account[] {
    return [...this.#accounts.values()]
  }

  /** Returns an account, including accounts that left. */
  get(name: string): Account | null {
    return this.#accounts.get(name.toLowerCase()) ?? null
  }

  block(by: string, whom: string): void {
    this.#blocks.add(blockOf(by, whom))
  }

  hasBlocked(by: string, whom: string): boolean {
    return this.#blocks.has(blockOf(by, whom))
  }

  change(name: string, { messages, standing, profile }: PersonChange): void {
    const account = this.get(name)
    if (!account) return
    account.messages = messages ?? account.messages
    account.standing = standing ?? account.standing
    account.profile = profile ?? account.profile
  }
}

function blockOf(by: string, whom: string): string {
  return `${by} ${whom}`.toLowerCase()
}

/** Returns a stable ID for a name (FNV-1a, 52 bits). */
export function idOf(name: string): string {
  let hash = 0xcbf29ce484222325n
  for (const char of name.toLowerCase()) hash = BigInt.asUintN(64, (hash ^ BigInt(char.charCodeAt(0))) * 0x100000001b3n)
  return (hash >> 24n).toString(36)
}
