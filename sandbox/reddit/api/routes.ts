import type { Answer } from '../../sign-in/exchange.ts'
import type { ApiCall } from './call.ts'
import { mark, markAll, messages } from './messages.ts'
import {
  about,
  comments,
  info,
  me,
  moreChildren,
  posts,
  requirements,
  search,
  subredditNames,
  subredditSearch,
  thread,
  trophies,
  userAbout,
  userThings,
} from './read.ts'
import { acknowledge, byUser, comment, compose, edit, remove, submit, vote } from './write.ts'

interface Route {
  methods: 'GET' | 'POST' | 'GET, POST'
  path: RegExp
  scope: string
  answer: (ask: ApiCall) => Answer
}

/** The API's routes; the first match wins. Groups in parentheses are the path's parts. */
const routes: Route[] = [
  get('/api/v1/me', 'identity', me),
  get('/api/v1/me/trophies', 'identity', trophies),
  get('/api/v1/user/[\\w-]+/trophies', 'read', trophies),
  get('/api/v1/(\\w+)/post_requirements', 'submit', requirements),
  get('(?:/r/[\\w+]+)?/api/info', 'read', info),
  get('/by_id/([\\w,]+)', 'read', info),
  { methods: 'GET, POST', path: /^\/api\/morechildren$/, scope: 'read', answer: moreChildren },
  { methods: 'GET, POST', path: /^\/api\/search_reddit_names$/, scope: 'read', answer: subredditNames },
  get('/api/subreddit_autocomplete_v2', 'read', subredditSearch),
  get('/subreddits/(?:search|popular|new|default|mine/subscriber)', 'read', subredditSearch),
  get('/r/(\\w+)/about(/rules)?', 'read', about),
  get('/search', 'read', (ask) => search({ ...ask, parts: ['all'] })),
  get('/r/([\\w+ ]+)/search', 'read', search),
  get('(?:/r/\\w+)?/comments/(\\w+)(?:/[^/]*(?:/(\\w+))?)?', 'read', thread),
  get('/r/([\\w+ ]+)/comments', 'read', comments),
  get('/comments', 'read', (ask) => comments({ ...ask, parts: ['all'] })),
  get('/r/([\\w+ ]+)(?:/(new|hot|top|rising|controversial|best))?', 'read', posts),
  get('/(new|hot|top|rising|controversial|best)', 'read', (ask) => posts({ ...ask, parts: ['all', ...ask.parts] })),
  get('/user/([\\w-]+)/about', 'read', userAbout),
  get('/user/([\\w-]+)(?:/(overview|submitted|comments))?', 'history', userThings),
  get('/message/(inbox|unread|sent|comments|selfreply|mentions|messages)(?:/(\\w+))?', 'privatemessages', messages),
  post('comment', 'submit', byUser(comment)),
  post('submit', 'submit', byUser(submit)),
  post('editusertext', 'edit', byUser(edit)),
  post('del', 'edit', byUser(remove)),
  post('vote', 'vote', byUser(vote)),
  post('compose', 'privatemessages', byUser(compose)),
  post('read_message', 'privatemessages', mark(false)),
  post('unread_message', 'privatemessages', mark(true)),
  post('read_all_messages', 'privatemessages', markAll),
  post('(?:save|unsave)', 'save', acknowledge),
  post('(?:hide|unhide|report|sendreplies)', 'report', acknowledge),
  post('subscribe', 'subscribe', acknowledge),
]

function get(path: string, scope: string, answer: Route['answer']): Route {
  return { methods: 'GET', path: new RegExp(`^${path}$`, 'i'), scope, answer }
}

function post(name: string, scope: string, answer: Route['answer']): Route {
  return { methods: 'POST', path: new RegExp(`^/api/${name}$`), scope, answer }
}

/** Returns the route of a path, or null if there is none. */
export function routeOf(method: string, path: string): { route: Route; parts: string[] } | null {
  for (const route of routes) {
    const match = route.methods.includes(method) ? route.path.exec(path) : null
    if (match) return { route, parts: match.slice(1).map((part) => part ?? '') }
  }
  return null
}
