package dev.setpoint.apiserver.pipeline;

/// How the answer is to look, from the Accept header's `as`, `g` and `v`.
public enum Representation {
    OBJECT,
    TABLE_V1,
    TABLE_V1BETA1,
    METADATA_V1,
    METADATA_V1BETA1,
    METADATA_LIST_V1,
    METADATA_LIST_V1BETA1
}
