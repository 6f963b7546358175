import { describeTwoTenants } from './describe-two-tenants.ts';

describeTwoTenants({ isDeep: true });
