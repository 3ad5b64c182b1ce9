-- One payment may differ in more than one way: in what went back, and in what its provider kept.
alter table payment_differences drop constraint payment_differences_pkey;
alter table payment_differences add primary key (night, provider, reference, what);
