import { authorOf, bodyOf, goneFor, permalinkOf, type Shaped, seconds, subredditIdOf, type View } from '../api/view.ts'
import { htmlOf, markedHtmlOf } from '../pages/markdown.ts'
import { type Comment, type Post, scoreOf, type Thing } from '../state/things.ts'

/** Fields that only matter to moderators, award buyers or Reddit: the same on everything. */
const bare = {
  all_awardings: [],
  approved_at_utc: null,
  approved_by: null,
  archived: false,
  awarders: [],
  banned_at_utc: null,
  banned_by: null,
  can_gild: false,
  can_mod_post: false,
  distinguished: null,
  downs: 0,
  gilded: 0,
  gildings: {},
  mod_note: null,
  mod_reason_by: null,
  mod_reason_title: null,
  mod_reports: [],
  no_follow: true,
  num_reports: null,
  removal_reason: null,
  report_reasons: null,
  saved: false,
  send_replies: true,
  stickied: false,
  top_awarded_type: null,
  total_awards_received: 0,
  treatment_tags: [],
  user_reports: [],
}

const plainFlair = {
  author_flair_background_color: null,
  author_flair_css_class: null,
  author_flair_template_id: null,
  author_flair_text: null,
  author_flair_text_color: null,
}

/** Authors who left show few fields. */
function byline(view: View, thing: Thing): object {
  const account = authorOf(view, thing)
  if (!account) return { ...plainFlair, author: '[deleted]', author_flair_text_color: 'dark' }
  return {
    ...plainFlair,
    author: account.name,
    author_fullname: `t2_${account.id}`,
    author_flair_richtext: [],
    author_flair_type: 'text',
    author_patreon_flair: false,
    author_premium: false,
    author_is_blocked: false,
  }
}

function written(view: View, thing: Thing, subreddit: string): object {
  const { viewer, now, state } = view
  const community = state.subreddit(subreddit)
  const vote = viewer ? thing.voters?.get(viewer.name) : undefined
  const score = scoreOf(thing, now)
  return {
    ...bare,
    ...byline(view, thing),
    created: seconds(thing.at),
    created_utc: seconds(thing.at),
    edited: thing.editedAt === null || goneFor(view, thing) ? false : seconds(thing.editedAt),
    id: thing.id.toString(36),
    likes: vote === undefined ? null : vote > 0,
    locked: thing.isLocked,
    name: thing.name,
    permalink: permalinkOf(thing),
    score,
    ups: score,
    subreddit: subreddit,
    subreddit_id: `t5_${subredditIdOf({ name: subreddit })}`,
    subreddit_name_prefixed: `r/${subreddit}`,
    subreddit_type: community?.type === 'private' ? 'private' : 'public',
  }
}

export function shapedPost(view: View, post: Post): Shaped {
  const { origin, state, viewer } = view
  const body = bodyOf(view, post)
  const isSelf = post.url === null
  const gone = goneFor(view, post)
  const link = gone ? `${origin}${permalinkOf(post)}` : (post.url ?? `${origin}${permalinkOf(post)}`)
  const data = {
    ...written(view, post, post.subreddit),
    ...(post.flair === null ? {} : { link_flair_template_id: flairIdOf(post.flair) }),
    ...(isSelf ? {} : { url_overridden_by_dest: link }),
    allow_live_comments: false,
    category: null,
    clicked: false,
    content_categories: null,
    contest_mode: false,
    discussion_type: null,
    domain: isSelf ? `self.${post.subreddit}` : (URL.parse(link)?.hostname ?? ''),
    hidden: false,
    hide_score: false,
    is_created_from_ads_ui: false,
    is_crosspostable: post.gone === null,
    is_meta: false,
    is_original_content: false,
    is_reddit_media_domain: false,
    is_robot_indexable: post.gone === null,
    is_self: isSelf,
    is_video: false,
    link_flair_background_color: '',
    link_flair_css_class: null,
    link_flair_richtext: post.flair === null ? [] : [{ e: 'text', t: post.flair }],
    link_flair_text: post.flair,
    link_flair_text_color: 'dark',
    link_flair_type: 'text',
    media: null,
    media_embed: {},
    media_only: false,
    num_comments: post.commentCount,
    num_crossposts: 0,
    over_18: false,
    parent_whitelist_status: 'all_ads',
    pinned: false,
    pwls: 6,
    quarantine:
      state.subreddit(post.subreddit) !== null && state.standingOf(state.subreddit(post.subreddit)!) === 'quarantined',
    removed_by: null,
    removed_by_category: post.gone === 'removed' ? 'moderator' : post.gone,
    secure_media: null,
    secure_media_embed: {},
    selftext: body,
    selftext_html: body === '' ? null : markedHtmlOf(body),
    spoiler: false,
    subreddit_subscribers: state.subreddit(post.subreddit)?.subscribers ?? 0,
    suggested_sort: null,
    thumbnail: isSelf ? 'self' : 'default',
    thumbnail_height: null,
    thumbnail_width: null,
    title: post.title,
    upvote_ratio: post.votes > 1 ? 0.93 : 1,
    url: link,
    view_count: null,
    visited: false,
    whitelist_status: 'all_ads',
    wls: 6,
    ...(viewer && post.author === viewer.name ? { rte_mode: 'markdown' } : {}),
  }
  return { kind: 't3', data }
}

/** Where a comment appears: in a listing, below its post, or in the answer to its author's request. */
export type CommentContext = { where: 'listing' } | { where: 'tree'; replies: object | '' } | { where: 'alone' }

export function shapedComment(view: View, comment: Comment, at: CommentContext): Shaped {
  const { post, parent } = comment
  const body = bodyOf(view, comment)
  const gone = goneFor(view, comment)
  const data = {
    ...written(view, comment, post.subreddit),
    ...(comment.isNote ? { distinguished: 'moderator', stickied: comment.depth === 0 } : {}),
    associated_award: null,
    author_is_blocked: false,
    body,
    body_html: htmlOf(body),
    collapsed: gone !== null,
    collapsed_because_crowd_control: null,
    collapsed_reason: null,
    collapsed_reason_code: gone === null ? null : 'DELETED',
    comment_type: null,
    controversiality: 0,
    is_submitter: comment.author === post.author && gone === null,
    link_id: post.name,
    parent_id: parent.name,
    replies: at.where === 'tree' ? at.replies : '',
    score_hidden: false,
    unrepliable_reason: null,
    ...(at.where === 'tree' ? { depth: comment.depth } : {}),
    ...(at.where === 'listing' ? below(view, post) : {}),
  }
  return { kind: 't1', data }
}

/** Returns the fields that a listing of comments has about their posts. */
function below(view: View, post: Post): object {
  const link = `${view.origin}${permalinkOf(post)}`
  return {
    link_author: authorOf(view, post)?.name ?? '[deleted]',
    link_permalink: link,
    link_title: post.title,
    link_url: post.gone ? link : (post.url ?? link),
    num_comments: post.commentCount,
    over_18: false,
    quarantine: false,
  }
}

function flairIdOf(flair: string): string {
  const digits = Buffer.from(flair).toString('hex').padEnd(32, '0')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-')
}
