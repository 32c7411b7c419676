type Row = Record<string, unknown>

/**
 * True for a line of the dumps of all of Reddit: Pushshift (until March 2023) and Arctic Shift (since), submissions and
 * comments, which are the API's objects as they were fetched. Our own lines have a kind instead.
 */
export function isDump(row: Row): boolean {
  return row.kind === undefined && row.created_utc !== undefined
}

/**
 * A line of a dump in the words of our own lines; null where it is neither a post nor a comment.
 *
 * Entities: Reddit's API writes `&`, `<` and `>` of every text as `&amp;`, `&lt;` and `&gt;` unless it is asked not
 * to, so nearly all dumps hold them so, and those three are put back, once: `&amp;lt;` is an author's own `&lt;`. In
 * the few dumps that hold raw texts an entity was typed by its author, and Markdown shows it as the same sign.
 */
export function fromDump(row: Row): Row | null {
  const kind = kindOf(row)
  if (kind === null) return null
  const fate = fateOf(row)
  const isPost = kind === 'post'
  return {
    id: row.id ?? bareId(row.name),
    kind,
    subreddit: row.subreddit,
    author: fate === 'deleted' ? null : row.author,
    title: fate === 'deleted' ? notice : unescaped(isPost ? row.title : row.link_title),
    body: fate === 'there' ? unescaped(isPost ? row.selftext : row.body) : notice,
    flair: isPost ? unescaped(row.link_flair_text) : null,
    url: isPost && fate !== 'deleted' ? unescaped(row.url) : null,
    permalink: fate === 'deleted' ? null : row.permalink,
    linkId: isPost ? null : row.link_id,
    createdAt: row.created_utc,
    // Until votes are shown the API says 1.
    score: row.score_hidden === true ? null : (row.score ?? row.ups),
    numComments: isPost ? row.num_comments : null,
  }
}

/** What Reddit itself writes in place of a text that is gone; record.ts reads it as no text. */
const notice = '[deleted]'

function kindOf(row: Row): 'post' | 'comment' | null {
  if (typeof row.body === 'string' || String(row.name).startsWith('t1_')) return 'comment'
  return typeof row.title === 'string' ? 'post' : null
}

/**
 * What became of an item until the dump was made. Its text is kept only where Reddit still shows it (DESIGN 4, forget):
 * what its author deleted leaves nothing behind, what moderators removed keeps the title that Reddit keeps showing.
 * Arctic Shift looks at each item again after 36 hours and keeps the text of what went meanwhile; `_meta` says so.
 * Where an item was gone at first and is back, `removal_type` tells of what was, and the text stays.
 */
function fateOf(row: Row): 'there' | 'removed' | 'deleted' {
  const meta = isObject(row._meta) ? row._meta : {}
  const isBack = meta.was_initially_deleted === true && meta.was_deleted_later !== true
  const reason = meta.removal_type ?? row.removed_by_category
  if (isBack || (meta.was_deleted_later !== true && typeof reason !== 'string')) return 'there'
  return typeof reason !== 'string' || byAuthor.has(reason) ? 'deleted' : 'removed'
}

const byAuthor = new Set(['deleted', 'author'])

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}

function bareId(name: unknown): string {
  return String(name ?? '').replace(/^t[13]_/, '')
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

function unescaped(value: unknown): unknown {
  return typeof value === 'string' && value.includes('&')
    ? value.replace(/&(?:amp|lt|gt);/g, (entity) => signs[entity] ?? entity)
    : value
}
