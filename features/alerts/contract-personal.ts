import { z } from 'zod'
import { ClockTime, OwnQuietHours } from '#engine/alerts/alert-rule.ts'
import { AlertDelivery } from '#features/alerts/contract-deliveries.ts'
import { type Endpoint, envelope, one } from '#platform/contract/endpoint.ts'

/** What a person chose for the messages of all rules, in their time zone (docs/decisions/0109). */
export const NotificationSettings = z.strictObject({
  /** When they get nothing. What falls into these hours is sent at their end. */
  quietHours: OwnQuietHours.nullable(),
  /** When they get daily and weekly digests; null: at the time of each rule. */
  timeOfDay: ClockTime.nullable(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** A message to the caller. */
export const OwnDelivery = AlertDelivery.omit({ user: true, destination: true }).extend({
  project: z.object({ id: z.uuid(), name: z.string() }),
})
export type OwnDelivery = z.infer<typeof OwnDelivery>

export const personalEndpoints = {
  notificationSettingsFind: {
    method: 'GET',
    path: '/notification-settings',
    access: 'inPerson',
    exempt: true,
    answer: one(NotificationSettings),
  },
  notificationSettingsPut: {
    method: 'PUT',
    path: '/notification-settings',
    access: 'inPerson',
    right: 'readLeads',
    exempt: true,
    body: envelope(NotificationSettings),
    answer: one(NotificationSettings),
  },
  testMailCreate: {
    method: 'POST',
    path: '/test-mails',
    access: 'inPerson',
    exempt: true,
    /** The address that it goes to. */
    answer: one(z.object({ email: z.string() })),
    status: 201,
  },
  ownDeliveriesFind: {
    method: 'GET',
    path: '/alert-deliveries',
    access: 'inPerson',
    right: 'readLeads',
    exempt: true,
    answer: one(z.array(OwnDelivery)),
  },
} as const satisfies Record<string, Endpoint>
