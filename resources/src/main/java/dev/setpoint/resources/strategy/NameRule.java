package dev.setpoint.resources.strategy;

import java.util.List;

/// What the name of an object of some kind must look like.
public enum NameRule {
    SUBDOMAIN {
        @Override
        List<String> mistakes(String name) {
            return Syntax.subdomain(name);
        }
    },
    LABEL {
        @Override
        List<String> mistakes(String name) {
            return Syntax.label(name);
        }
    },
    LABEL_1035 {
        @Override
        List<String> mistakes(String name) {
            return Syntax.label1035(name);
        }
    },
    /// Anything that can stand in a URL: roles are named `system:node`.
    PATH_SEGMENT {
        @Override
        List<String> mistakes(String name) {
            return Syntax.pathSegment(name);
        }

        @Override
        List<String> prefixMistakes(String prefix) {
            return Syntax.pathSegmentPrefix(prefix);
        }
    };

    abstract List<String> mistakes(String name);

    /// What is wrong with the beginning of a name. Kubernetes looks at it with its last two characters replaced by one
    /// letter when it ends in a dash, so the character before the dash may be anything.
    List<String> prefixMistakes(String prefix) {
        boolean dash = prefix.length() > 1 && prefix.endsWith("-");
        return mistakes(dash ? prefix.substring(0, prefix.length() - 2) + "a" : prefix);
    }
}
