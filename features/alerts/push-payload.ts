/** A notification as the server sends it to a browser. The service worker reads it (app/web/public/sw.js). */
export interface PushPayload {
  title: string
  body: string
  /** The page of the app that a click opens. */
  path: string
  /** A later notification with the same tag replaces this one. */
  tag: string
}
