// Shows the notifications of alert rules, and opens the app at a click (docs/decisions/0107). It neither caches nor
// intercepts requests. A message is a PushPayload (features/alerts/push-payload.ts).

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: '/apple-touch-icon.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(new URL(event.notification.data, self.location.origin)))
})

/** Shows a page of the app, in the tab that has it or in a new one. Other tabs may hold unsaved changes. */
async function show(url) {
  if (url.origin !== self.location.origin || !url.pathname.startsWith('/app/')) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((each) => each.url === url.href)
  await (tab ? tab.focus() : self.clients.openWindow(url.href))
}
