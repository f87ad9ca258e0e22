//! Shedscope shows load balancers think.
