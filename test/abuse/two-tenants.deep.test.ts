import { describeTwoTenants } from './describe-two-tenants.ts';

await describeTwoTenants({ seconds: 15, isDeep: true });
