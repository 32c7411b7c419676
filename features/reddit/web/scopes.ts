/** What each of Reddit's scopes lets us do, after 'It may'. */
const meanings: Record<string, string> = {
  '*': 'do whatever its owner may',
  identity: 'tell which account it is',
  read: 'read posts and comments',
  history: 'read what it wrote and voted for',
  mysubreddits: 'see which communities it joined',
  privatemessages: 'read and send its private messages',
  submit: 'post and comment',
  edit: 'change and delete what it wrote',
  vote: 'vote',
}

/** In words what an account lets us do; a scope that has none stands as Reddit calls it. */
export function scopesText(scopes: readonly string[]): string {
  const words = scopes.map((scope) => meanings[scope] ?? scope)
  return words.length === 0 ? 'It lets us do nothing.' : `It may ${list.format(words)}.`
}

const list = new Intl.ListFormat('en')
