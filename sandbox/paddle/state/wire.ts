/** Paddle Billing's objects in its wire format, as far as the sandbox fills them. Amounts are cents as text. */

export interface Period {
  starts_at: string
  ends_at: string
}
export interface Cycle {
  interval: 'month' | 'year'
  frequency: number
}
interface Money {
  amount: string
  currency_code: 'USD'
}
interface Dated {
  created_at: string
  updated_at: string
}

export interface Product extends Dated {
  id: string
  name: string
  description: string
  type: 'standard'
  tax_category: 'saas'
  image_url: null
  custom_data: null
  import_meta: null
  status: 'active'
}

export interface Price extends Dated {
  id: string
  product_id: string
  type: 'standard'
  name: string
  description: string
  billing_cycle: Cycle | null
  trial_period: null
  tax_mode: 'account_setting'
  unit_price: Money
  unit_price_overrides: []
  quantity: { minimum: number; maximum: number }
  custom_data: null
  import_meta: null
  status: 'active'
}

export interface Discount extends Dated {
  id: string
  status: 'active'
  description: string
  enabled_for_checkout: boolean
  code: string | null
  type: 'percentage'
  mode: 'standard'
  /** Percent. */
  amount: string
  currency_code: null
  recur: false
  maximum_recurring_intervals: null
  usage_limit: null
  restrict_to: null
  expires_at: null
  times_used: number
  discount_group_id: null
  custom_data: null
  import_meta: null
}

export interface Customer extends Dated {
  id: string
  name: null
  email: string
  marketing_consent: boolean
  status: 'active'
  locale: 'en'
  custom_data: null
  import_meta: null
}

export interface Address extends Dated {
  id: string
  customer_id: string
  description: null
  first_line: null
  second_line: null
  city: null
  postal_code: string
  region: null
  country_code: string
  status: 'active'
  custom_data: null
  import_meta: null
}

export interface Totals {
  subtotal: string
  discount: string
  tax: string
  total: string
}
export interface LineItem {
  id: string
  price_id: string
  quantity: number
  tax_rate: string
  unit_totals: Totals
  totals: Totals
  product: Product
  /** Only if the price covers a part of the period. */
  proration?: { rate: string; billing_period: Period } | null
}
interface TransactionTotals extends Totals {
  credit: string
  credit_to_balance: string
  /** What is left to pay. */
  balance: string
  grand_total: string
  grand_total_tax: string
  /** Null until it is paid. */
  fee: string | null
  earnings: string | null
  currency_code: 'USD'
}
export interface Details {
  totals: TransactionTotals
  adjusted_totals: Record<string, string | null>
  payout_totals: Record<string, string | null> | null
  adjusted_payout_totals: null
  tax_rates_used: { tax_rate: string; totals: Totals }[]
  line_items: LineItem[]
}

export interface Payment {
  payment_attempt_id: string
  stored_payment_method_id: string
  payment_method_id: string
  amount: string
  status: 'captured' | 'error'
  error_code: string | null
  method_details: {
    type: 'card'
    card: { type: 'visa'; last4: string; expiry_month: number; expiry_year: number; cardholder_name: string }
    paypal: null
    south_korea_local_card: null
    underlying_details: null
  }
  created_at: string
  captured_at: string | null
}

export interface Transaction extends Dated {
  id: string
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'past_due' | 'canceled'
  origin: 'api' | 'subscription_recurring' | 'subscription_update' | 'subscription_payment_method_change'
  customer_id: string | null
  address_id: string | null
  business_id: null
  custom_data: Record<string, unknown> | null
  currency_code: 'USD'
  subscription_id: string | null
  invoice_id: string | null
  invoice_number: string | null
  collection_mode: 'automatic'
  discount_id: string | null
  billing_details: null
  billing_period: Period | null
  items: { price: Price; quantity: number; proration: null }[]
  details: Details
  /** Newest first. */
  payments: Payment[]
  checkout: { url: string | null }
  billed_at: string | null
  revised_at: null
}

interface ScheduledChange {
  action: 'pause' | 'cancel'
  effective_at: string
  resume_at: null
}

export interface SubscriptionItem extends Dated {
  status: 'active' | 'inactive'
  quantity: number
  recurring: true
  previously_billed_at: string | null
  next_billed_at: string | null
  trial_dates: null
  price: Price
  product: Product
}

export interface Subscription extends Dated {
  id: string
  status: 'active' | 'past_due' | 'paused' | 'canceled'
  customer_id: string
  address_id: string
  business_id: null
  currency_code: 'USD'
  started_at: string
  first_billed_at: string
  next_billed_at: string | null
  paused_at: string | null
  canceled_at: string | null
  discount: null
  collection_mode: 'automatic'
  billing_details: null
  current_billing_period: Period | null
  billing_cycle: Cycle
  scheduled_change: ScheduledChange | null
  items: SubscriptionItem[]
  custom_data: Record<string, unknown> | null
  import_meta: null
}

export interface Adjustment extends Dated {
  id: string
  action: 'refund' | 'credit' | 'chargeback'
  type: 'full' | 'partial'
  transaction_id: string
  subscription_id: string | null
  customer_id: string
  reason: string
  credit_applied_to_balance: boolean | null
  currency_code: 'USD'
  status: 'pending_approval' | 'approved'
  items: {
    id: string
    item_id: string
    type: 'full' | 'partial' | 'proration'
    amount: string
    proration: null
    totals: Omit<Totals, 'discount'>
  }[]
  totals: Record<string, string>
  payout_totals: Record<string, string>
}

export interface PaddleEvent {
  event_id: string
  event_type: string
  occurred_at: string
  data: object
}
