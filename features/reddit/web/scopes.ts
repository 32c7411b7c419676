/** The meanings of Reddit's scopes, to follow 'Earshot can'. */
const meanings: Record<string, string> = {
  '*': 'do anything its owner can do',
  identity: "see the account's name",
  read: 'read posts and comments',
  history: 'read its post and vote history',
  mysubreddits: 'see its communities',
  privatemessages: 'read and send its private messages',
  submit: 'post and comment',
  edit: 'edit and delete its posts and comments',
  vote: 'vote',
}

/** Returns an account's scopes as text; an unknown scope is shown by Reddit's name. */
export function scopesText(scopes: readonly string[]): string {
  const words = scopes.map((scope) => meanings[scope] ?? scope)
  return words.length === 0 ? 'Earshot has no permissions.' : `Earshot can ${list.format(words)}.`
}

const list = new Intl.ListFormat('en')
