/// YAML in and out of the tree, as the Kubernetes API server reads and writes it: one document, the scalars of YAML 1.1
/// (`yes`, `on`, `0755`), merge keys, keys that become text; sorted keys and quotes only where they are needed on the
/// way out. Depth, size and the expansion of aliases are bounded.
@NullMarked
package dev.setpoint.machinery.yaml;

import org.jspecify.annotations.NullMarked;
