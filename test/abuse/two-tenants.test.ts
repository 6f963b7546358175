import { describeTwoTenants } from './describe-two-tenants.ts';

await describeTwoTenants({ seconds: 1.5, isDeep: false });
