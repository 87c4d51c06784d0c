export { PLANS, ENTERPRISE, isPlanName, planAllows, type Plan, type PlanFeature, type PlanName } from './plans.js'
export { areMonthlyUsd, isUsable, monthlyTotal, type Discount, type Price } from './monthly-price.js'
export { isExceeded, nextBillingDate, upgradeBy } from './billing-dates.js'
